/** Values at the edges, drawn more often than chance would, and shrunk like any other value. */
import fc from "fast-check"

class EdgeBiased<A> extends fc.Arbitrary<A> {
  readonly #general: fc.Arbitrary<A>
  readonly #edges: fc.Arbitrary<A>

  constructor(general: fc.Arbitrary<A>, edges: fc.Arbitrary<A>) {
    super()
    this.#general = general
    this.#edges = edges
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<A> {
    // fast-check's own rule for its own edges: none when a run is not biased, and fewer the longer it takes.
    if (biasFactor === undefined || mrng.nextInt(1, biasFactor) !== 1) return this.#general.generate(mrng, biasFactor)
    // Without a context, `general` shrinks the value as if somebody had handed it in.
    return new fc.Value(this.#edges.generate(mrng, biasFactor).value, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is A {
    return this.#general.canShrinkWithoutContext(value)
  }

  override shrink(value: A, context: unknown): fc.Stream<fc.Value<A>> {
    return this.#general.shrink(value, context)
  }
}

/**
 * Draws from `general`, and now and then from `edges`. What `edges` yields must be something that `general` could have
 * yielded: it is `general` that shrinks it, so a counterexample from an edge gets as small as any.
 */
export const edgeBiased = <A>(general: fc.Arbitrary<A>, ...edges: ReadonlyArray<fc.Arbitrary<A>>): fc.Arbitrary<A> =>
  new EdgeBiased(general, fc.oneof(...edges))
