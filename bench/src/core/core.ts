/** The bench of core: first do all answers agree, then how long does each take. */
import { readFileSync, writeFileSync } from "node:fs"
import { findPackageJSON } from "node:module"
import { machine } from "../machine.ts"
import { agreement, errorsOfOurs } from "./agreement.ts"
import type { Comparison } from "./comparison.ts"
import { brCodes } from "./comparisons/brCode.ts"
import { clabes } from "./comparisons/clabe.ts"
import { cnpjs } from "./comparisons/cnpj.ts"
import { cpfs } from "./comparisons/cpf.ts"
import { crc16s } from "./comparisons/crc16.ts"
import { corpora } from "./corpora.ts"
import type { CoreParameters } from "./parameters.ts"
import { type Compared, coreReport, type Measured } from "./report.ts"
import { type Loop, makeLoop, measureGroups } from "./timing.ts"

const say = (line: string): void => console.error(`  ${line}`)

/** A row's heading, with the loops to be timed on the inputs that both sides agree on. */
export interface Group {
  readonly compared: Compared
  /** The peer's, then ours. */
  readonly loops: ReadonlyArray<Loop>
}

export interface Prepared {
  readonly groups: ReadonlyArray<Group>
  readonly wrong: ReadonlyArray<string>
}

const versionOf = (name: string): string => {
  const manifest = findPackageJSON(name, import.meta.url)
  // Safe: npm refuses a package without a version.
  return manifest === undefined ? "?" : (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version
}

const prepare = <Input>(comparison: Comparison<Input>): Prepared => {
  const { title, cases, ours, peers, goal } = comparison
  const [first] = ours
  if (first === undefined) throw new Error(`${title} compares nothing of core`)
  const groups: Array<Group> = []
  const wrong = [...errorsOfOurs(comparison)]
  for (const peer of peers) {
    const agreed = agreement(title, cases, first, peer)
    wrong.push(...agreed.wrong)
    const compared = {
      title,
      peer: { name: peer.name, version: versionOf(peer.name), title: peer.title },
      ours: ours.map((contender) => contender.title),
      goals: ours.map((contender) => goal(peer.name, contender.title)),
      inputs: agreed.inputs.length,
      leftOut: agreed.leftOut,
    }
    groups.push({
      compared,
      loops: [peer, ...ours].map(({ use }) => makeLoop(use, agreed.inputs)),
    })
  }
  return { groups, wrong }
}

/** Everything that is to be compared, and what is wrong with the answers. */
export const prepareAll = ({ seed, only }: CoreParameters): Prepared => {
  const inputs = corpora(seed)
  const [ofTexts, ofBytes] = crc16s()
  const isWanted = ({ title }: { readonly title: string }) => title.toLowerCase().includes(only.toLowerCase())
  const ofStrings = [...brCodes(), clabes(inputs), cpfs(inputs), ...cnpjs(inputs), ofTexts]
  const prepared = [
    ...ofStrings.filter(isWanted).map((comparison) => prepare(comparison)),
    ...[ofBytes].filter(isWanted).map((comparison) => prepare(comparison)),
  ]
  const wrong = prepared.length === 0 ? [`no comparison has ${JSON.stringify(only)} in its title`] : []
  return {
    groups: prepared.flatMap(({ groups }) => groups),
    wrong: [...wrong, ...prepared.flatMap((each) => each.wrong)],
  }
}

/** Answers what is wrong with the run; nothing, when its figures can be believed. */
export const benchCore = (options: CoreParameters): ReadonlyArray<string> => {
  const on = machine()
  say("comparing answers")
  const { groups, wrong } = prepareAll(options)
  if (wrong.length > 0) return wrong
  say(`timing ${groups.length} peers in ${options.rounds} rounds`)
  const times = measureGroups(
    groups.map(({ loops }) => loops),
    options,
  )
  const measured = groups.map(({ compared }, at): Measured => {
    const [peerTimes = [], ...ourTimes] = times[at] ?? []
    return { ...compared, peerTimes, ourTimes }
  })
  console.log(coreReport(measured, options, on))
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify({ options, machine: on, measured }, null, 1)}\n`)
  }
  return []
}
