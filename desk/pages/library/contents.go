package library

import (
	"fmt"

	"gammonlab/board/record"
	"gammonlab/desk/pages/paste"
	"gammonlab/internal/digest"
)

// contents identifies what was played in a match, whatever the format of its record says besides: the players,
// and each action with its position. Rolls that were not played do not count.
func contents(m *record.Match) string {
	sum := digest.New()
	fmt.Fprintf(sum, "%q %d\n", m.Names, m.Length)
	for i := range m.Games {
		g := &m.Games[i]
		fmt.Fprintln(sum, i, g.Score)
		for r := m.Replay(i); r.Next(); {
			if a := &r.Action; a.Kind != record.Rolled {
				fmt.Fprintln(sum, a.Kind, a.Player, a.Roll, a.Value, r.Position.ID())
			}
		}
		fmt.Fprintln(sum, g.Result.Winner, g.Result.Points)
	}
	return sum.String()
}

// same returns the entry of a match that is in the library already, nil if there is none.
func (l *Library) same(p *paste.Pasted) *Entry {
	if p.Matches > 1 || p.Match == nil {
		return nil
	}
	played := contents(p.Match)
	all, _ := l.Entries() // adding the match returns the error
	for _, e := range all {
		if e.contents == played {
			return e
		}
	}
	return nil
}
