/**
 * Words that neither an RFC nor a CURP should begin with. Data alone: `Rfc.parse` and `Curp.parse` warn of them where they are
 * handed over, and otherwise do without, because few need them and they weigh as much as all the rest.
 *
 * They are no ground to refuse anybody: there are people whose number begins with one (decisions, section 11).
 */
import type { ForbiddenWords } from "./MexicanTaxIdText.ts"

const ofBoth =
  "BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO KAKA KOGE KOJO " +
  "KULO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN"

const ofCurpOnly =
  "BACA BAKA COGI COLA FALO GETA GUEI JETA KAKO KOGI KOJA KOJE KOJI KOLA LILO LOCA LOCO LOKA LOKO MIAR MOKO MULO NACA NACO " +
  "PIPI PITO POPO ROBA ROBE ROBO SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY"

/**
 * The words that the authorities avoid: the SAT's 41 (its algorithm for RFCs, request 0610100135506, annex IV: the last letter
 * is written X), and RENAPO's 81 (catalogue of inconvenient words in its rules for CURPs: the second letter is written X). They
 * are those of python-stdnum, with which validate-rfc and validate-curp agree.
 *
 * @example
 * ```ts
 * import { Curp, MexicanTaxIdWords } from "@pesoreal/core"
 *
 * const { words } = MexicanTaxIdWords
 * Curp.parse("FETO930411HJCRMN01", { words }).warnings.map(({ reason }) => reason) // => ["forbidden_word"]
 * ```
 */
export const words: ForbiddenWords = {
  rfc: ofBoth.split(" "),
  curp: `${ofBoth} ${ofCurpOnly}`.split(" "),
}
