/** The little of `pg` that the bench uses; the package brings no types of its own. */
declare module "pg" {
  interface Statement {
    /** A named statement is prepared once per connection. */
    readonly name?: string
    readonly text: string
    readonly values?: ReadonlyArray<unknown>
  }
  interface Answer<Row> {
    readonly rows: ReadonlyArray<Row>
  }
  interface Queryable {
    query<Row>(statement: Statement | string, values?: ReadonlyArray<unknown>): Promise<Answer<Row>>
  }
  interface PoolClient extends Queryable {
    /** Gives the connection back; with `true` it is closed instead. */
    release(destroy?: boolean): void
  }
  interface Client extends Queryable {
    connect(): Promise<void>
    end(): Promise<void>
  }
  interface Pool extends Queryable {
    connect(): Promise<PoolClient>
    end(): Promise<void>
    on(event: "error", listener: (error: Error) => void): this
  }
  const Client: new (options: { readonly connectionString: string }) => Client
  const Pool: new (options: {
    readonly connectionString: string
    readonly max: number
    readonly idleTimeoutMillis?: number
  }) => Pool
}
