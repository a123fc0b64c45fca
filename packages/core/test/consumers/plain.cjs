// CommonJS: `require` takes ESM on every Node that core names in its engines.
const assert = require("node:assert/strict")
const { Centavos } = require("@pesoreal/core")
const { parse } = require("@pesoreal/core/accounts/Clabe")

assert.equal(parse("646180110400000007").value.bank, "646")
assert.equal(Centavos.parse("12.34").value, 1234)
