// A program for a browser. It is bundled, and leaves what it found in `results`.
import { Clabe, ClabeSchema, Mask } from "@pesoreal/core"
import { format, parse } from "@pesoreal/core/documents/Cpf"
import { parse as parseBrCode } from "@pesoreal/core/emv/BrCode"
import { Schema } from "effect"

const refused = Clabe.parse("012180001234567890")
const cpf = parse("39053344705")
const isClabe = Schema.is(ClabeSchema.ClabeStrict)
const code = parseBrCode(
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR" +
    "5913Fulano de Tal6008BRASILIA62070503***63041D3D",
)

export const results = {
  clabe: Clabe.format("646180110400000007"),
  refused: refused.ok ? [] : refused.errors.map(({ reason }) => reason),
  cpf: cpf.ok ? format(cpf.value.text) : null,
  masked: Mask.maskDocument("390.533.447-05"),
  code: code.ok ? [code.value.type, code.value.merchantName] : code.errors,
  schema: [isClabe("646180110400000007"), isClabe("012180001234567890")],
}
