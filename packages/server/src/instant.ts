/** Milliseconds since 1970 as the contract writes them. Never reads a clock. */
import { DateTime } from "effect"

/** ISO 8601 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`. */
export const isoInstant = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))
