package fairness

import (
	"cmp"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// Games counts the rolls of recorded games, of all players and of each player
// by name. The zero value is empty.
//
// The first roll of a game from its opening begins it. If it is a double, the
// game had other rules, and the roll is left out. Dice that were set by hand
// before the play are counted with the play.
type Games struct {
	Records, Games int

	all     Sample
	players map[string]*Sample
	leftOut int
}

// Add counts the rolls of a match. With an adviser it also computes their luck,
// up to the first illegal action of a game.
func (g *Games) Add(m *record.Match, adviser *advice.Adviser) error {
	g.Records++
	for i := range m.Games {
		g.Games++
		g.addRolls(m, &m.Games[i])
		if adviser == nil {
			continue
		}
		if err := g.addLuck(m, i, adviser); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return nil
}

// addRolls counts the rolls of a game.
func (g *Games) addRolls(m *record.Match, game *record.Game) {
	opening := true
	for i := range game.Actions {
		a := &game.Actions[i]
		if a.Kind == record.SetBoard {
			opening = false
		}
		if !thrown(game, i) {
			continue
		}
		for _, s := range g.samples(m, a.Player) {
			switch {
			case !opening:
				s.Add(a.Roll)
			case !a.Roll.Double():
				s.AddOpening(a.Roll)
			}
		}
		if opening && a.Roll.Double() {
			g.leftOut++
		}
		opening = false
	}
}

// thrown reports whether the action has dice that no later action repeats.
func thrown(game *record.Game, i int) bool {
	a := &game.Actions[i]
	switch {
	case !a.Roll.Valid() || a.Kind != record.Move && a.Kind != record.Rolled:
		return false
	case a.Kind == record.Move || i+1 == len(game.Actions):
		return true
	}
	next := &game.Actions[i+1]
	return next.Player != a.Player || next.Kind != record.Move && next.Kind != record.Rolled
}

// addLuck adds the luck of the plays of a game.
func (g *Games) addLuck(m *record.Match, game int, adviser *advice.Adviser) error {
	first := true
	for r := m.Replay(game); r.Next(); {
		opening := first
		switch {
		case r.Action.Kind == record.SetBoard:
			first = false
			continue
		case !thrown(&m.Games[game], r.Index):
			continue
		}
		first = false
		if opening || r.Action.Kind != record.Move {
			continue
		}
		stakes, err := adviser.Stakes(&r.Match)
		if err != nil {
			return err
		}
		luck := adviser.LuckOfEach(&r.Position, stakes)
		for i := range luck {
			luck[i] = advice.NewAmount(stakes, luck[i]).Equity
		}
		for _, s := range g.samples(m, r.Action.Player) {
			s.AddLuck(r.Action.Roll, &luck)
		}
	}
	return nil
}

// samples returns the samples that count the rolls of a player.
func (g *Games) samples(m *record.Match, p board.Player) [2]*Sample {
	name := cmp.Or(m.Names[p], p.String())
	if g.players == nil {
		g.players = map[string]*Sample{}
	}
	if g.players[name] == nil {
		g.players[name] = new(Sample)
	}
	return [2]*Sample{&g.all, g.players[name]}
}

// Report returns the results of all players together and of each player, those
// with the most rolls first. At most most players are listed; 0 lists all.
func (g *Games) Report(source string, most int) *Report {
	var names []string
	for name := range g.players {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(g.players[b].Rolls()-g.players[a].Rolls(), cmp.Compare(a, b))
	})
	others := 0
	if most > 0 && len(names) > most {
		names, others = names[:most], len(names)-most
	}
	groups := []Group{g.all.Group("")}
	for _, name := range names {
		groups = append(groups, g.players[name].Group(name))
	}
	r := NewReport(source, groups)
	r.LeftOut, r.Others = g.leftOut, others
	return r
}
