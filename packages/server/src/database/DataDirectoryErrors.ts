/** Why the embedded database's directory cannot be used. Both end the start; their messages are for who started it. */
import { Schema } from "effect"

/** Another process owns the directory. Two would destroy what is in it. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  directory: Schema.String,
  pid: Schema.Int,
  /** ISO 8601. */
  startedAt: Schema.String,
  /** Where the owner listens, if it says so. */
  address: Schema.NullOr(Schema.String),
}) {
  override get message(): string {
    const owner = [`started ${this.startedAt}`, ...(this.address === null ? [] : [this.address])].join(", ")
    return (
      `${this.directory} is in use by process ${this.pid} (${owner}). ` +
      "Stop it, or choose another directory with PESOREAL_DATA_DIR."
    )
  }
}

/** The directory cannot be made, read or written, or what is in it is no database of this version. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  reason: Schema.Literals(["files", "other-version", "incomplete", "not-opened"]),
  message: Schema.String,
}) {}
