// A consumer without TypeScript, and without Effect in its own code.
import assert from "node:assert/strict"
import { Brl, Centavos, Mask, PixKey, SpeiCashIn, StateMachine } from "@pesoreal/core"
import { format, parse } from "@pesoreal/core/accounts/Clabe"
import { parse as parseBrCode } from "@pesoreal/core/emv/BrCode"

assert.equal(parse("646180110400000007").value.bank, "646")
assert.deepEqual(
  parse("012180001234567890").errors.map(({ reason }) => reason),
  ["check_digit"],
)
assert.equal(format("646180110400000007"), "646 180 11040000000 7")
assert.equal(Centavos.format(123_456), "1234.56")
assert.equal(Brl.fromNumber(0.1 + 0.2).ok, false)
assert.equal(PixKey.parse("+5561912345678").value.type, "PHONE")
assert.equal(Mask.maskDocument("39053344705"), "***533447**")
assert.equal(StateMachine.transition(SpeiCashIn.machine, "PENDING", "settle").state, "CONFIRMED")
assert.deepEqual(
  parseBrCode("000201")
    .errors.map(({ path }) => path)
    .includes("63"),
  true,
)
