package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/internal/plaintext"
)

func bearoffShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show what databases know of endings",
		ArgsUsage: positionArgs,
		Description: `Prints for each side how many rolls it takes to bear off, with the chances of
each number and of the number to bear off the first checker; the chance to win;
and the money equities without cube and with, and the cube action they mean,
where a database has them. One-sided databases know one side at a time; the
chance to win that follows takes both sides to bear off as fast as they can.

` + positionUsage + `

Example:
   gammonlab bearoff show 2x0AAOi2AQAAAA
   gammonlab bearoff show CgAAEAEAAAAAAA
   gammonlab bearoff show --bearoff hyper3.bd --variant hypergammon3 ADAAAQAkIAAAAA`,
		Flags:  append(formatFlags(formatText, formatJSON), bearoffFlag(), variantFlag(board.Backgammon.String())),
		Action: bearoffShow,
	}
}

// bearoffShow runs the command.
func bearoffShow(c *cli.Context) error {
	format, err := chosenFormat(c, formatText, formatJSON)
	if err != nil {
		return err
	}
	variant, err := variantOr(c, board.Backgammon)
	if err != nil {
		return err
	}
	databases, err := databasesFromFlag(c)
	if err != nil {
		return err
	}
	out := newRowWriter(c.App.Writer, "")
	return eachPosition(c, variant, out, func(s spot) error {
		e, err := newEnding(databases, s.pos)
		if err != nil {
			return err
		}
		if format == formatJSON {
			return out.json(e)
		}
		return out.block(e.text())
	})
}

// ending is what databases know of a position.
type ending struct {
	ID       string         `json:"position_id"`
	Class    string         `json:"class"`
	Own      *racingSide    `json:"own,omitempty"`
	Opp      *racingSide    `json:"opponent,omitempty"`
	Chances  engine.Chances `json:"chances"`
	Equities *moneyEquities `json:"money_equities,omitempty"`

	pos board.Position
}

// racingSide is what a one-sided database knows of a side.
type racingSide struct {
	Pips      int       `json:"pips"`
	Mean      float64   `json:"mean_rolls"`
	Deviation float64   `json:"deviation"`
	EPC       float64   `json:"effective_pips"`
	Wastage   float64   `json:"wastage"`
	Rolls     []float64 `json:"rolls"`     // chances of needing exactly 0, 1, … rolls
	FirstOff  []float64 `json:"first_off"` // the same to bear off the first checker
}

// averageRoll is how many pips a roll moves on average.
const averageRoll = 49.0 / 6

func newRacingSide(o *bearoff.OneSided, s *board.Side) *racingSide {
	r := &racingSide{Pips: s.Pips(), Rolls: chances(o.Rolls(s)), FirstOff: chances(o.GammonRolls(s))}
	r.Mean, r.Deviation = o.Moments(s)
	r.EPC = r.Mean * averageRoll
	r.Wastage = r.EPC - float64(r.Pips)
	return r
}

// chances turns a distribution into probabilities, up to the last that is not 0.
func chances(words [bearoff.MaxRolls]uint16) []float64 {
	all := []float64{}
	last := 0
	for i, w := range words {
		all = append(all, float64(w)/bearoff.One)
		if w != 0 {
			last = i
		}
	}
	return all[:last+1]
}

func newEnding(d *engine.Databases, pos board.Position) (*ending, error) {
	p, class, ok := d.Evaluate(&pos)
	if !ok {
		return nil, fmt.Errorf("position %s: no database knows it: it has to be a race within their points (see --bearoff), or hypergammon", pos.ID())
	}
	e := &ending{ID: pos.ID(), Class: class.String(), Chances: engine.NewChances(&p, p.Equity()), pos: pos}
	if o := d.RollsOf(&pos); o != nil {
		e.Own, e.Opp = newRacingSide(o, &pos.Own), newRacingSide(o, &pos.Opp)
	}
	e.Equities = newMoneyEquities(d, &pos)
	return e, nil
}

// text lays the ending out for people.
func (e *ending) text() string {
	var b strings.Builder
	b.WriteString(engine.DrawPosition(&e.pos, board.Roll{}, e.Class))
	if e.Own != nil {
		e.writeRolls(&b)
	}
	fmt.Fprintf(&b, "\n%s   Equity\n", engine.ProbabilityHeader)
	p := engine.Probabilities{e.Chances.Win, e.Chances.WinGammon, e.Chances.WinBackgammon,
		e.Chances.LoseGammon, e.Chances.LoseBackgammon}
	fmt.Fprintf(&b, "%s   %s\n", p.Columns(), plaintext.Signed(e.Chances.Equity, 3))
	if e.Equities != nil {
		b.WriteString("\n" + e.Equities.text())
	}
	return b.String()
}

// writeRolls writes both sides' rolls as a table.
func (e *ending) writeRolls(b *strings.Builder) {
	const columns = "%-14s %9s %9s   %9s %9s\n"
	fmt.Fprintf(b, "\n%-14s %19s   %19s\n", "", "the last off", "the first off")
	fmt.Fprintf(b, columns, "", "player", "opponent", "player", "opponent")
	row := func(name, own, opp string) { fmt.Fprintf(b, "%-14s %9s %9s\n", name, own, opp) }
	number := func(x float64) string { return fmt.Sprintf("%.3f", x) }
	row("pips", fmt.Sprint(e.Own.Pips), fmt.Sprint(e.Opp.Pips))
	row("mean rolls", number(e.Own.Mean), number(e.Opp.Mean))
	row("deviation", number(e.Own.Deviation), number(e.Opp.Deviation))
	row("effective pips", number(e.Own.EPC), number(e.Opp.EPC))
	row("wastage", number(e.Own.Wastage), number(e.Opp.Wastage))
	distributions := [][]float64{e.Own.Rolls, e.Opp.Rolls, e.Own.FirstOff, e.Opp.FirstOff}
	b.WriteString("chances of\n")
	longest := 0
	for _, d := range distributions {
		longest = max(longest, len(d))
	}
	for rolls := range longest {
		var cells []any
		for _, d := range distributions {
			cells = append(cells, percent(d, rolls))
		}
		line := fmt.Sprintf(columns, append([]any{fmt.Sprintf("%d rolls", rolls)}, cells...)...)
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}

// percent spells the chance of so many rolls, nothing where it is 0.
func percent(distribution []float64, rolls int) string {
	if rolls >= len(distribution) || distribution[rolls] == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f%%", 100*distribution[rolls])
}
