module rogues.test/roguestest

go 1.19
