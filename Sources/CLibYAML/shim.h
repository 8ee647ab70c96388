#ifndef ROGUES_CLIBYAML_SHIM_H
#define ROGUES_CLIBYAML_SHIM_H
#include <yaml.h>
#endif
