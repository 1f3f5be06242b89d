// Package recipe reads recipes, files that describe how to make a net, and carries them out.
//
// A recipe has steps. A step is a command of the program with its settings, some of which
// name the outputs of other steps. [Read] reads a file, [Recipe.Plan] finds the [Work] of
// all steps, and a [Runner] does what its [Store] does not contain yet. The identity of a
// piece of work is the digest of everything that determines its result, so no work is done
// twice, and work depends on nothing else.
//
// The package does not know the commands: a [Program] describes and runs them.
//
// Not for other modules.
package recipe
