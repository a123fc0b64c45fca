/**
 * A table of the institutions that a CLABE can name. Data that ages: `Clabe.ts` never imports it, and refuses nothing by it.
 *
 * Sources: the names and codes at Banco de México are those of clabe-python 2.1.10 (cuenca-mx, MIT), whose last change of
 * 2026-03-23 followed the list of SPEI's participants at https://www.banxico.org.mx/cep/instituciones.do; full names, and the
 * institutions that have merged or closed since, are those of clabe-validator 3.2.2 (Center Key, MIT), where they are of the
 * same institution. 846 is the prefix of STP's test accounts.
 */
import type { Bank, BankTable } from "./Clabe.ts"

/**
 * Digits in a CLABE; code at Banco de México, or `-` without one, or `test`; name; and behind a slash, full name. An old CLABE
 * may still name an institution without a code.
 */
const rows = `
001 2001  BANXICO / Banco de México
002 40002 BANAMEX / Banco Nacional de México
006 37006 BANCOMEXT / Banco Nacional de Comercio Exterior
009 37009 BANOBRAS / Banco Nacional de Obras y Servicios Públicos
012 40012 BBVA MEXICO
014 40014 SANTANDER / Banco Santander
019 37019 BANJERCITO / Banco Nacional del Ejército, Fuerza Aérea y Armada
021 40021 HSBC / HSBC México
022 -     GE MONEY / GE Money Bank
030 40030 BAJIO / Banco del Bajío
032 -     IXE / IXE Banco
036 40036 INBURSA / Banco Inbursa
037 -     INTERACCIONES / Banco Interacciones
042 40042 MIFEL / Banca Mifel
044 40044 SCOTIABANK / Scotiabank Inverlat
058 40058 BANREGIO / Banco Regional de Monterrey
059 40059 INVEX / Banco Invex
060 40060 BANSI
062 40062 AFIRME / Banca Afirme
072 40072 BANORTE / Banco Mercantil del Norte
102 -     ACCENDO BANCO
103 -     AMERICAN EXPRESS / American Express Bank (México)
106 40106 BANK OF AMERICA / Bank of America México
108 40108 MUFG
110 40110 JP MORGAN / Banco J.P. Morgan
112 40112 BMONEX / Banco Monex
113 40113 VE POR MAS / Banco Ve por Mas
116 -     ING / ING Bank (México)
124 40124 CITI MEXICO / Banco Citi México
126 -     CREDIT SUISSE / Banco Credit Suisse (México)
127 40127 AZTECA / Banco Azteca
128 40128 AUTOFIN / Banco Autofin México
129 40129 BARCLAYS / Barclays Bank México
130 40130 COMPARTAMOS / Banco Compartamos
131 -     FAMSA / Banco Ahorro Famsa
132 40132 MULTIVA BANCO / Banco Multiva
133 40133 ACTINVER / Banco Actinver
134 -     WAL-MART / Banco Wal-Mart de México Adelante
135 37135 NAFIN / Nacional Financiera
136 40136 INTERCAM BANCO
137 40137 BANCOPPEL
138 40138 UALA
139 -     UBS BANK / UBS Banco
140 40140 CONSUBANCO
141 40141 VOLKSWAGEN / Volkswagen Bank, Institución de Banca Múltiple
143 40143 CIBANCO / Consultoría Internacional Banco
145 40145 BBASE / Banco BASE
147 40147 BANKAOOL / Bankaool, Institución de Banca Múltiple
148 40148 PAGATODO / Banco PagaTodo Institución de Banca Múltiple
150 40150 INMOBILIARIO / Banco Inmobiliario Mexicano, Institución de Banca Múltiple
151 40151 DONDE / Fundación Dondé Banco
152 40152 BANCREA / Banco Bancrea, Institución de Banca Múltiple
154 40154 BANCO COVALTO
155 40155 ICBC / Industrial and Commercial Bank of China
156 40156 SABADELL / Banco de Sabadell
157 40157 SHINHAN / Shinhan Bank
158 40158 MIZUHO BANK
159 40159 BANK OF CHINA / Bank of China México
160 40160 BANCO S3 / Banco S3 México
166 37166 BABIEN
167 40167 HEY BANCO
168 37168 HIPOTECARIA FED / Sociedad Hipotecaria Federal
600 90600 MONEXCB / Monex Casa de Bolsa
601 90601 GBM / GBM Grupo Bursátil Mexicano
602 90602 MASARI / Masari Casa de Bolsa
604 -     C.B. INBURSA / Inversora Bursátil
605 90605 VALUE / Value, Casa de Bolsa
606 -     ESTRUCTURADORES / Base Internacional Casa de Bolsa
607 -     TIBER / Casa de Cambio Tiber
608 -     VECTOR / Vector Casa de Bolsa
610 -     B&B / B y B Casa de Cambio
611 -     INTERCAM / Intercam Casa de Cambio
613 -     MULTIVA / Multivalores Casa de Bolsa
614 -     ACCIVAL / Acciones y Valores Banamex, Casa de Bolsa
615 -     MERRILL LYNCH / Merrill Lynch México, Casa de Bolsa
616 90616 FINAMEX / Casa de Bolsa Finamex
617 90617 VALMEX / Valores Mexicanos Casa de Bolsa
618 -     ÚNICA / Única Casa de Cambio
619 -     ASEGURADORA MAPFRE / MAPFRE Tepeyac
620 90620 PROFUTURO / Profuturo G.N.P., Afore
621 -     CB ACTINVER / Actinver Casa de Bolsa
622 -     ACTINVE SI / Actinver
623 -     SKANDIA / Skandia Vida
624 -     CONSULTORÍA / Consultoría Internacional Casa de Cambio
626 -     CBDEUTSCHE / Deutsche Securities
627 -     ZURICH / Zurich Compañía de Seguros
628 -     ZURICHVI / Zurich Vida, Compañía de Seguros
629 -     HIPOTECARIA SU CASITA
630 90630 CB INTERCAM / Intercam Casa de Bolsa
631 90631 CI BOLSA / CI Casa de Bolsa
632 -     BULLTICK C.B. / Bulltick Casa de Bolsa
633 -     STERLING / Sterling Casa de Cambio
634 90634 FINCOMUN / Fincomún, Servicios Financieros Comunitarios
636 -     HDI SEGUROS
637 -     ORDER / OrderExpress Casa de Cambio
638 90638 NU MEXICO / Nu México Financiera
640 -     CB JPMORGAN / J.P. Morgan Casa de Bolsa
642 -     REFORMA / Operadora de Recursos Reforma
646 90646 STP / Sistema de Transferencias y Pagos STP, SOFOM E.N.R.
647 -     TELECOMM / Telecomunicaciones de México
648 -     EVERCORE / Evercore Casa de Bolsa
649 -     SKANDIA / Skandia Operadora
651 -     SEGMTY / Seguros Monterrey New York Life
652 90652 CREDICAPITAL / Solución Asea, Sociedad Financiera Popular
653 90653 KUSPIT / Kuspit Casa de Bolsa
655 -     SOFIEXPRESS / JP SofiExpress
656 90656 UNAGRA / UNAGRA, S.F.P.
659 90659 ASP INTEGRA OPC / Opciones Empresariales del Noreste
661 90661 KLAR / Servicios Financieros Alternativos
670 90670 LIBERTAD / Libertad Servicios Financieros
674 -     AXA / AXA Seguros
677 90677 CAJA POP MEXICA / Caja Popular Mexicana
679 -     FND / Financiera Nacional de Desarrollo Agropecuario
680 90680 CRISTOBAL COLON / Caja Popular Cristóbal Colón
683 90683 CAJA TELEFONIST / Caja de Ahorro de los Telefonistas
684 90684 TRANSFER / Operadora de Pagos Móviles de México
685 90685 FONDO (FIRA) / Fondo de Garantía y Fomento para la Agricultura, Ganadería y Avicultura
686 -     INVERCAP / Afore InverCap
688 90688 CREDICLUB
689 90689 FOMPED / Fondo Mexicano del Petróleo para la Estabilización y el Desarrollo
699 90699 FONDEADORA / Fondea Technologies
703 90703 TESORED
706 90706 ARCUS FI / Arcus Financial Intelligence
710 90710 NVIO / NVIO Pagos México
714 90714 PPBALANCEMX
715 90715 CASHI CUENTA
720 90720 MEXPAGO
721 90721 ALBO
722 90722 MERCADO PAGO W
723 90723 CUENCA
725 90725 COOPDESARROLLO
727 90727 TRANSFER DIRECTO
728 90728 SPIN BY OXXO
729 90729 DEP Y PAG DIG
730 90730 SWAP
732 90732 PEIBO / Peibo Fintech
734 90734 FINCO PAY
738 90738 FINTOC
812 -     BBVA BANCOMER2
814 -     SANTANDER2
821 -     HSBC2
846 test  STP
901 90901 CLS / CLS Bank International
902 90902 INDEVAL / S.D. Indeval
903 90903 CODI VALIDA
`

const toEntry = (row: string): readonly [code: string, bank: Bank] => {
  const [name = "", fullName] = row.slice(10).split(" / ")
  const banxicoCode = row.slice(4, 9).trim()
  return [
    row.slice(0, 3),
    {
      name,
      ...(fullName === undefined ? {} : { fullName }),
      ...(/\d/.test(banxicoCode) ? { banxicoCode } : {}),
      ...(banxicoCode === "test" ? { test: true } : {}),
    },
  ]
}

/**
 * The institutions of 23 March 2026, and those before them.
 *
 * @example
 * ```ts
 * import { Banks, Clabe } from "@pesoreal/core"
 *
 * Banks.table.banks["072"] // => { name: "BANORTE", fullName: "Banco Mercantil del Norte", banxicoCode: "40072" }
 * Banks.table.banks["846"]?.test // => true
 *
 * const parsed = Clabe.parse("111180157042875764", { banks: Banks.table })
 * parsed.ok // => true
 * parsed.warnings.map(({ message }) => message) // => ["bank 111 is unknown as of 2026-03-23"]
 * ```
 */
export const table: BankTable = {
  asOf: "2026-03-23",
  banks: /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ rows.trim().split("\n").map(toEntry)),
}

/**
 * Another table with newer banks, or without some: `null` takes one out. The old table is left as it was. A table that is all
 * new needs no help: any object of its shape will do.
 *
 * @example
 * ```ts
 * import { Banks, Clabe } from "@pesoreal/core"
 *
 * const banks = Banks.extend(Banks.table, { asOf: "2026-11-20", banks: { "999": { name: "NUEVO" }, "022": null } })
 * Clabe.parse("999180000000000002", { banks }).warnings // => []
 * banks.banks["022"] // => undefined
 * ```
 */
export const extend = (
  { banks }: BankTable,
  changes: { readonly asOf: string; readonly banks: Readonly<Record<string, Bank | null>> },
): BankTable => ({
  asOf: changes.asOf,
  banks: Object.fromEntries(
    Object.entries({ ...banks, ...changes.banks }).filter((entry): entry is [string, Bank] => entry[1] !== null),
  ),
})
