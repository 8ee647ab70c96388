// The terms of the contract belong to the model; a separate module keeps all others out of the tests of other packages.
@_exported public import RogueContract
