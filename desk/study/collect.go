package study

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/spots"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/plaintext"
)

// Collector collects a player's errors from analysed records.
type Collector struct {
	Player string  // the player's name in records, in upper or lower case
	Over   float64 // minimal cost of collected decisions, in normalised equity
	Judge  string  // name of the model that judged

	names map[string]bool // names of the players of all records
	all   []mistake
}

// mistake is an exercise with the cost of the decision in the game.
type mistake struct {
	exercise Exercise
	lost     float64
}

// Add collects the player's errors from the report of a record. file is the record's
// file.
func (c *Collector) Add(file string, r *analysis.Report) error {
	for _, name := range r.Names {
		if c.names == nil {
			c.names = map[string]bool{}
		}
		c.names[name] = true
	}
	for _, d := range r.All() {
		if !spots.SameName(c.Player, r.Names[d.Player]) || d.Error.Equity <= 0 || d.Error.Equity < c.Over || decided(d) {
			continue
		}
		e, err := newExercise(d)
		if err != nil {
			return fmt.Errorf("%s: game %d, move %d: %w", file, d.Game, d.Move, err)
		}
		e.Comment = []string{plaintext.VisibleLine(fmt.Sprintf("%s against %s, %s, game %d, move %d",
			r.Names[d.Player], r.Names[d.Player.Opponent()], filepath.Base(file), d.Game, d.Move))}
		e.Notes = []string{"", fmt.Sprintf("judged by %s, %s", c.Judge, r.Level())}
		if d.Cube != nil && d.Reason != "" {
			e.Notes = append(e.Notes, d.Reason)
		}
		e.setMade(d.Made, d.Error.Equity)
		c.all = append(c.all, mistake{*e, d.Error.Equity})
	}
	return nil
}

// decided reports whether a play without contact teaches nothing, because its game is as good as lost or won
// whatever the play: the winner is certain to 97 %, and the gammon to 1 %.
func decided(d *analysis.Decision) bool {
	if d.Played == nil || d.Position.Contact() {
		return false
	}
	best, made := d.Moves[0], d.Moves[d.Played.Index]
	const sure, gammon = 0.97, 0.01
	return max(best.Win, 1-best.Win) > sure && max(math.Abs(float64(best.WinGammon-made.WinGammon)), math.Abs(float64(best.LoseGammon-made.LoseGammon))) < gammon
}

// Names returns the names of all players in the records so far.
func (c *Collector) Names() []string {
	var names []string
	for name := range c.names {
		names = append(names, plaintext.VisibleLine(name))
	}
	slices.Sort(names)
	return names
}

// Knows reports whether any record had the player.
func (c *Collector) Knows() bool {
	for name := range c.names {
		if spots.SameName(c.Player, name) {
			return true
		}
	}
	return false
}

// Worst returns the n worst errors, all for 0, without those whose exercises are in
// there; the worst come first. If a question occurs several times, it uses the worst
// answer.
func (c *Collector) Worst(n int, there []Exercise) []Exercise {
	slices.SortStableFunc(c.all, func(a, b mistake) int { return cmp.Compare(b.lost, a.lost) })
	seen, old := map[string]bool{}, map[string]bool{}
	for i := range there {
		old[there[i].Key()] = true
	}
	var worst []Exercise
	for i := range c.all {
		e := &c.all[i].exercise
		key := e.Key()
		if seen[key] || n > 0 && len(seen) == n {
			continue
		}
		if seen[key] = true; !old[key] {
			worst = append(worst, *e)
		}
	}
	return worst
}

// newExercise returns the exercise of a decision.
func newExercise(d *analysis.Decision) (*Exercise, error) {
	m := d.Match
	if m.Turn != board.PlayerX {
		turnRound(&m)
	}
	e := &Exercise{}
	e.Position, e.Match = d.Position, &m
	question := "double"
	switch d.Kind {
	case analysis.Play:
		e.Roll, question = m.Dice, "play "+m.Dice.String()
		e.setPlays(d.Moves, d.Index)
	case analysis.Answer:
		e.Question, question = suite.Take, "take"
		e.addCube(d)
	default:
		e.Question = suite.Double
		e.addCube(d)
	}
	m.Dice = board.Roll{}
	e.Text = fmt.Sprintf("0 %s:%s %s", d.Position.ID(), m.ID(), question)
	_, err := suite.ParseQuestion(e.Text)
	return e, err
}

// turnRound exchanges the numbers of the players.
func turnRound(m *board.Match) {
	m.Score[0], m.Score[1] = m.Score[1], m.Score[0]
	m.Owner, m.Roller, m.Turn = m.Owner.Opponent(), m.Roller.Opponent(), m.Turn.Opponent()
}

// addCube adds the choices of a cube decision, with values for the player who decides.
func (e *Exercise) addCube(d *analysis.Decision) {
	a, chances := &d.Verdict.Alternatives, d.Verdict.Chances
	add := func(name string, equity float64) {
		e.Choices = append(e.Choices, advice.NewChoice(name, chances, equity, d.Plies))
	}
	if e.Question == suite.Take {
		p := chances.Probabilities()
		p = p.Swap()
		chances = engine.NewChances(&p, p.Equity())
		add(take, -a.DoubleTake)
		add(pass, -a.DoublePass)
		return
	}
	add(noDouble, a.NoDouble)
	add(take, a.DoubleTake)
	add(pass, a.DoublePass)
}
