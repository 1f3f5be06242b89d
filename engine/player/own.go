package player

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
)

// Func is a player without state: it returns the index of a play among the legal plays of
// the roll, of which there is at least one. Several goroutines call it.
type Func func(pos *board.Position, roll board.Roll, plays []board.Play) int

// NewGame implements [engine.Player].
func (f Func) NewGame(uint64) {}

// Clone implements [engine.Player].
func (f Func) Clone() engine.Player { return f }

// Choose implements [engine.Player].
func (f Func) Choose(_ context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	i := f(pos, roll, plays)
	if i < 0 || i >= len(plays) {
		return 0, fmt.Errorf("the player chose play %d of %d", i+1, len(plays))
	}
	return i, nil
}

// registry has the players that programs add, by the word before the colon.
var registry sync.Map

// Register adds a kind of players to those that [Parse] returns: for the text KIND, or
// KIND:REST, it calls parse with REST. It returns an error if the kind is taken or contains
// a colon or a comma. A farm plays such players, too: its workers must be programs that
// register the kind, and the same text must give the same player on all machines.
func Register(kind string, parse func(rest string) (engine.Player, error)) error {
	if kind == "" || strings.ContainsAny(kind, ":,") {
		return fmt.Errorf("players of the kind %q, want a word", kind)
	}
	if slices.Contains([]string{"net", "pubeval", "random", "ubgi", "gnubg"}, kind) {
		return fmt.Errorf("players of the kind %s are part of gammonlab", kind)
	}
	if _, there := registry.LoadOrStore(kind, parse); there {
		return fmt.Errorf("players of the kind %s are already registered", kind)
	}
	return nil
}

// Registered returns the kinds of [Register], in alphabetical order.
func Registered() []string {
	var kinds []string
	registry.Range(func(kind, _ any) bool {
		kinds = append(kinds, kind.(string))
		return true
	})
	slices.Sort(kinds)
	return kinds
}

// IsRegistered reports whether the text names a player of a kind of [Register].
func IsRegistered(spec string) bool {
	kind, _, _ := strings.Cut(spec, ":")
	_, there := registry.Load(kind)
	return there
}

// registered returns a registered player; ours is false for other kinds.
func registered(kind, rest string) (p engine.Player, ours bool, err error) {
	parse, ours := registry.Load(kind)
	if !ours {
		return nil, false, nil
	}
	p, err = parse.(func(string) (engine.Player, error))(rest)
	return p, true, err
}
