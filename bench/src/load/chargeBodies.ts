/** The request bodies of the load: every one differs in externalId, amount, customer and description. */

const givenNames = ["Ana", "José", "María", "Luis", "Guadalupe", "Íñigo", "Sofía", "Martín"]
const familyNames = ["López", "Hernández", "García", "Muñoz", "Ramírez", "Ibáñez", "Flores", "Cruz"]
const taxIds = ["XAXX010101000", "LOHA850101AB1", "GAMJ900215HDFRRS09", "ABC010101AB1"]
const goods = ["camiseta azul", "dos libros", "boleto de autobús", "café molido 1 kg"]

const pick = (random: () => number, from: ReadonlyArray<string>): string =>
  from[Math.floor(random() * from.length)] ?? ""

/** JSON text, some 230 bytes. */
export const chargeBody = (random: () => number, externalId: string): string => {
  const givenName = pick(random, givenNames)
  const order = Math.floor(random() * 1_000_000)
  return JSON.stringify({
    amountCentavos: 1000 + Math.floor(random() * 5_000_000),
    externalId,
    description: `Pedido ${order}: ${pick(random, goods)}`,
    customerName: `${givenName} ${pick(random, familyNames)}`,
    customerEmail: `cliente.${order}+pagos@correo.example`,
    customerTaxId: pick(random, taxIds),
  })
}
