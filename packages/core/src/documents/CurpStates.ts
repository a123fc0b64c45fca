/**
 * The states of Mexico by the two letters that a CURP has for the state of birth (RENAPO's rules for CURPs).
 */

/**
 * Names of states by their code in a CURP. Mexico City still has `DF`, which it had as Distrito Federal; `NE` is abroad.
 *
 * @example
 * ```ts
 * import { CurpStates } from "@pesoreal/core"
 *
 * CurpStates.names["JC"] // => "Jalisco"
 * ```
 */
export const names: Readonly<Record<string, string>> = {
  AS: "Aguascalientes",
  BC: "Baja California",
  BS: "Baja California Sur",
  CC: "Campeche",
  CH: "Chihuahua",
  CL: "Coahuila",
  CM: "Colima",
  CS: "Chiapas",
  DF: "Ciudad de México",
  DG: "Durango",
  GR: "Guerrero",
  GT: "Guanajuato",
  HG: "Hidalgo",
  JC: "Jalisco",
  MC: "Estado de México",
  MN: "Michoacán",
  MS: "Morelos",
  NE: "Nacido en el extranjero",
  NL: "Nuevo León",
  NT: "Nayarit",
  OC: "Oaxaca",
  PL: "Puebla",
  QR: "Quintana Roo",
  QT: "Querétaro",
  SL: "Sinaloa",
  SP: "San Luis Potosí",
  SR: "Sonora",
  TC: "Tabasco",
  TL: "Tlaxcala",
  TS: "Tamaulipas",
  VZ: "Veracruz",
  YN: "Yucatán",
  ZS: "Zacatecas",
}
