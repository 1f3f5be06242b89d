package matches

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/analysis"
	"gammonlab/rating"
)

// Players are the players of some matches, in order of appearance.
type Players []*rating.Player

// match has the fields of an analysis that Read uses.
type match struct {
	Length     int                           `json:"length"`
	Names      [2]string                     `json:"names"`
	Statistics *[2]analysis.PlayerStatistics `json:"statistics"`
}

// Read adds the players of analyses in the format of "gammonlab analyze --json", one
// analysis after the other. Players of the same name in several matches of the same
// length are one player, except in a match between two players of the same name. Errors
// use the given name.
func (ps *Players) Read(name string, r io.Reader) error {
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var m match
		err := d.Decode(&m)
		if err == io.EOF && n > 1 {
			return nil
		}
		if err == io.EOF {
			err = errors.New("it is empty")
		}
		if err == nil {
			err = ps.add(&m)
		}
		if err != nil {
			return fmt.Errorf("%s: analysis %d: %w", name, n, err)
		}
	}
}

// add adds the players of a match.
func (ps *Players) add(m *match) error {
	switch {
	case m.Statistics == nil:
		return errors.New("no statistics: want the JSON output of analyze")
	case m.Length == 0:
		return errors.New("a money session: only matches have ratings")
	case m.Length < 0:
		return fmt.Errorf("length is %d, want at least 1", m.Length)
	}
	for i := range m.Statistics {
		plays, cubes := ErrorsOf(&m.Statistics[i])
		if err := plays.Validate(); err != nil {
			return fmt.Errorf("statistics[%d].plays: %w", i, err)
		}
		if err := cubes.Validate(); err != nil {
			return fmt.Errorf("statistics[%d].cube: %w", i, err)
		}
		p := ps.player(m, i)
		if m.Statistics[i].Judge {
			p.NotJudged++
			continue
		}
		p.Matches++
		p.Plays, p.Cubes = p.Plays.Plus(plays), p.Cubes.Plus(cubes)
	}
	return nil
}

// player returns the player to which side i of a match is added.
func (ps *Players) player(m *match, i int) *rating.Player {
	name := m.Names[i]
	mergeable := name != "" && m.Names[0] != m.Names[1]
	if !mergeable {
		name = strings.TrimSpace(fmt.Sprintf("%s (%v)", name, board.Player(i)))
	}
	for _, p := range *ps {
		if mergeable && p.Name == name && p.Length == m.Length {
			return p
		}
	}
	p := &rating.Player{Name: name, Length: m.Length}
	*ps = append(*ps, p)
	return p
}
