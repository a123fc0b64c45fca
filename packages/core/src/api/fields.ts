/** Fields that many operations share: optional ones, numbers in a query, pages. */
import { Schema, SchemaGetter } from "effect"
import { anyText } from "../text/Text.ts"
import { Instant } from "../webhooks/events.ts"

/**
 * An optional field of a request. `null` is the same as leaving it out (decisions, section 2).
 *
 * @example
 * ```ts
 * import { optional } from "@pesoreal/core/api/fields"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(Schema.Struct({ note: optional(Schema.String) }))
 * accepts({}) && accepts({ note: null }) && accepts({ note: "gift" }) // => true
 * ```
 */
export const optional = <S extends Schema.Top>(schema: S): Schema.optional<Schema.NullOr<S>> =>
  Schema.optional(Schema.NullOr(schema))

/**
 * Text of at most `maximum` code points, or none at all.
 *
 * @example
 * ```ts
 * import { textUpTo } from "@pesoreal/core/api/fields"
 * import { Schema } from "effect"
 *
 * Schema.is(textUpTo(2))("") // => true
 * Schema.is(textUpTo(2))("abc") // => false
 * ```
 */
export const textUpTo = (maximum: number): Schema.String =>
  anyText.check(Schema.isMaxCodePoints(maximum, { message: `must have at most ${maximum} characters` }))

/** Text that is not empty, of a length that no document bounds; a body is at most 64 KiB. */
export const someText: Schema.String = anyText.check(
  Schema.isMinCodePoints(1, { message: "must have at least 1 character" }),
)

/** What a number in a query may be. Both bounds are included. */
export interface QueryNumber {
  readonly minimum: number
  readonly maximum: number
  /** What its absence means. It is documented here, and filled in by whoever reads the query. */
  readonly default: number
  readonly description: string
}

/**
 * A whole number in a query: decimal digits and nothing else, where a schema of numbers would also read `1e1` and `+1`.
 *
 * @example
 * ```ts
 * import { queryNumber } from "@pesoreal/core/api/fields"
 * import { Schema } from "effect"
 *
 * const size = queryNumber({ minimum: 1, maximum: 100, default: 20, description: "Items on a page" })
 * Schema.decodeUnknownSync(size)("50") // => 50
 * Schema.is(size.from)("101") // => false
 * Schema.is(size.from)("1e1") // => false
 * ```
 */
export const queryNumber = ({ minimum, maximum, default: standard, description }: QueryNumber) =>
  Schema.String.check(
    Schema.makeFilter(
      (text: string) =>
        (/^\d{1,9}$/u.test(text) && Number(text) >= minimum && Number(text) <= maximum) ||
        `must be a whole number from ${minimum} to ${maximum}`,
      { toJsonSchema: () => ({ type: "integer", minimum, maximum, default: standard, description }) },
    ),
  ).pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform(Number),
      encode: SchemaGetter.transform(String),
    }),
  )

const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u

/**
 * An instant in a request: RFC 3339, with `Z` or an offset, and as many decimals of a second as the client likes.
 *
 * @example
 * ```ts
 * import { Timestamp } from "@pesoreal/core/api/fields"
 * import { Schema } from "effect"
 *
 * Schema.is(Timestamp)("2026-01-31T12:00:00-06:00") // => true
 * Schema.is(Timestamp)("2026-02-30T12:00:00Z") // => false
 * Schema.is(Timestamp)("2026-01-31") // => false
 * ```
 */
export const Timestamp: Schema.String = anyText
  .annotate({ format: "date-time" })
  .check(
    Schema.makeFilter(
      (text: string) =>
        (rfc3339.test(text) && dayExists(text.slice(0, 10))) ||
        "must be an instant such as 2026-01-31T12:00:00Z, with Z or an offset",
      { expected: "an instant such as 2026-01-31T12:00:00Z", toJsonSchema: () => ({ format: "date-time" }) },
    ),
  )

/** The calendar takes the 31st of February for the 3rd of March, and then writes that. */
const dayExists = (day: string): boolean => {
  const midnight = Date.parse(day)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

/** Items on a page of any list, unless the query says otherwise (pix.md, limits). */
export const DEFAULT_PAGE_SIZE = 20
/** Items on a page of any list, at most (pix.md, limits). */
export const MAX_PAGE_SIZE = 100
/** The last page that can be asked for: a billion items are further than anybody reads. */
const MAX_PAGE = 999_999_999

/** `size` of a query. */
export const size = queryNumber({
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  default: DEFAULT_PAGE_SIZE,
  description: "Items on a page",
})

/** `page` and `size` of a query. */
export const paging = {
  page: Schema.optionalKey(
    queryNumber({ minimum: 1, maximum: MAX_PAGE, default: 1, description: "Page, counted from 1" }),
  ),
  size: Schema.optionalKey(size),
}

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Where a page stands in its list (pix.md, "Search response envelope"). */
export const PageMetadata = Schema.Struct({
  page: Schema.Int.annotate({ description: "This page, counted from 1" }),
  size: Schema.Int.annotate({ description: "Items on a full page" }),
  total: count.annotate({ description: "Items on all pages" }),
  totalPages: count.annotate({ description: "Pages; 0 where there is no item" }),
  hasNext: Schema.Boolean.annotate({ description: "Whether a page follows" }),
  hasPrevious: Schema.Boolean.annotate({ description: "Whether a page precedes" }),
}).annotate({ identifier: "PageMetadata", description: "Where a page stands in its list" })
/** Where a page stands in its list. */
export type PageMetadata = typeof PageMetadata.Type

/**
 * A page of a list.
 *
 * @example
 * ```ts
 * import { pageOf } from "@pesoreal/core/api/fields"
 * import { Schema } from "effect"
 *
 * const metadata = { page: 1, size: 20, total: 1, totalPages: 1, hasNext: false, hasPrevious: false }
 * Schema.is(pageOf("Names", "Names, newest first", Schema.String))({ data: ["Ana"], metadata }) // => true
 * ```
 */
export const pageOf = <S extends Schema.Top>(identifier: string, description: string, item: S) =>
  Schema.Struct({ data: Schema.Array(item).annotate({ description }), metadata: PageMetadata }).annotate({
    identifier,
    description,
  })

/** A positive integer id of a Mexico-area transaction (decisions, section 3). */
export const IntegerId = Schema.Int.check(Schema.isGreaterThan(0)).annotate({
  description: "The transaction's integer id",
})

/** An instant that is null until it comes. */
export const instantOrNull = (description: string) => Schema.NullOr(Instant).annotate({ description })
