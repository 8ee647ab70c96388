// The arguments of the program, stored before any of its code runs.
#ifndef ROGUES_CARGUMENTS_H
#define ROGUES_CARGUMENTS_H

/// How many arguments there are, the name of the program among them; -1 where the system does not hand them to
/// constructors.
int rogues_argument_count(void);

/// The arguments, a null pointer behind the last; null where the system does not hand them to constructors.
char *const *rogues_argument_values(void);

/// The path by which the program was started, as the kernel was given it; null where the system does not say.
const char *rogues_program_path(void);

#endif
