// The words of the contract belong to the model; they stand apart so that tests of other packages get no others.
@_exported public import RogueContract
