package netplan

import (
	"slices"

	"gammonlab/engine"
	"gammonlab/nets"
)

// ClassesOf lists the classes of positions that a net for the part can evaluate, nil
// for an unknown part.
func ClassesOf(part nets.Part) []engine.Class {
	switch part {
	case nets.All:
		return []engine.Class{engine.Race, engine.Crashed, engine.Contact}
	case nets.Race, nets.PruningRace:
		return []engine.Class{engine.Race}
	case nets.Crashed, nets.PruningCrashed:
		return []engine.Class{engine.Crashed}
	case nets.Contact, nets.PruningContact:
		return []engine.Class{engine.Contact}
	}
	return nil
}

// answers lists the classes that the net for the part evaluates, if the model has nets
// for the given parts.
func answers(part nets.Part, among []nets.Part) []engine.Class {
	classes := ClassesOf(part)
	if part != nets.All {
		return classes
	}
	return slices.DeleteFunc(classes, func(c engine.Class) bool { return slices.Contains(among, c.Part()) })
}
