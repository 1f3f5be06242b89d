package datasets

import (
	"gammonlab/engine"
	"gammonlab/internal/engine/classes"
)

// Classes are classes of positions in games, except those of bear-off databases. Their
// text joins them by commas, each once; it may also have one on each line.
type Classes = classes.Classes

// ClassesOfGames lists all classes that Classes can contain.
func ClassesOfGames() Classes { return classes.OfGames() }

// ParseClasses reads the text of classes.
func ParseClasses(text string) (Classes, error) { return classes.Parse(text) }

// ParseClass reads the name of one of [ClassesOfGames].
func ParseClass(name string) (engine.Class, error) { return classes.ParseOne(name) }
