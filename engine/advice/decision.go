package advice

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/race"
	"gammonlab/internal/plaintext"
)

// Decision is a decision with its values, for text and JSON output: the play of a roll, or
// whether to double.
type Decision struct {
	ID            string       `json:"position_id"`
	Dice          string       `json:"dice,omitempty"`
	Plies         int          `json:"plies"`            // of the adviser's plays, or of its cube decisions
	Stakes        string       `json:"stakes,omitempty"` // score and cube in words; "" without the cube
	Moves         []Choice     `json:"moves,omitzero"`   // plays of a roll, in the order of [Adviser.Rank]
	*cube.Verdict              // before a roll
	Offer         *Offer       `json:"offer,omitempty"` // a double on offer in the match of the position
	Race          *race.Counts `json:"race,omitempty"`  // before a roll without contact; not in analyses of records

	Roller *RollerReport `json:"roller,omitempty"` // nil without a roller
	Timing *Timing       `json:"time,omitempty"`   // nil without a time

	Position board.Position `json:"-"`
	Roll     board.Roll     `json:"-"` // the zero Roll before a roll
	Class    string         `json:"-"` // of the position
	At       *cube.Stakes   `json:"-"` // nil without the cube
}

// NewDecision returns a decision without values.
func NewDecision(pos *board.Position, roll board.Roll, st *cube.Stakes, plies int) Decision {
	d := Decision{ID: pos.ID(), Plies: plies, Position: *pos, Roll: roll, At: st}
	if roll.Valid() {
		d.Dice = roll.String()
	}
	if st != nil {
		d.Stakes = st.Words()
	}
	return d
}

// Decide evaluates the plays of a roll or, for the zero Roll, whether to double. The game is
// not over in the position. For a double the stakes are not nil.
func (a *Adviser) Decide(ctx context.Context, pos *board.Position, roll board.Roll, st *cube.Stakes) (*Decision, error) {
	if roll != (board.Roll{}) {
		return a.DecideAmong(ctx, pos, roll, board.Plays(*pos, roll), st)
	}
	d := a.undecided(pos, roll, st)
	double, err := a.Double(ctx, pos, st)
	if err != nil {
		return nil, err
	}
	d.SetDouble(double, a.Static())
	return d, nil
}

// DecideAmong evaluates some plays of a roll, by the filter of the search.
func (a *Adviser) DecideAmong(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play, st *cube.Stakes) (*Decision, error) {
	d := a.undecided(pos, roll, st)
	ranked, by, err := a.rank(ctx, pos, plays, st)
	if err != nil {
		return nil, err
	}
	d.Moves = Choices(&d.Position, ranked, d.At)
	d.Roller = by.report(ranked)
	d.setTiming(by.timing)
	return d, nil
}

// undecided returns a decision of the adviser without values.
func (a *Adviser) undecided(pos *board.Position, roll board.Roll, st *cube.Stakes) *Decision {
	d := NewDecision(pos, roll, st, a.PliesOf(roll))
	d.Class = a.Static().ClassOf(pos).String()
	return &d
}

// setTiming sets the plies that the time of the decision has allowed, if it had one.
func (d *Decision) setTiming(t *Timing) {
	if d.Timing = t; t != nil {
		d.Plies = t.Plies
	}
}

// Verdict returns the decision for text and JSON output.
func (d *Doubling) Verdict(st *cube.Stakes) *cube.Verdict { return st.Verdict(&d.Decision, &d.Chances) }

// SetDouble sets the values of a cube decision, and the counts of a race.
func (d *Decision) SetDouble(double *Doubling, static *engine.Full) {
	d.Verdict, d.Roller = double.Verdict(d.At), double.Roller
	d.setTiming(double.Timing)
	d.Solved = d.At.Race() != nil && static.Databases().RacesOf(&d.Position) != nil
	d.Race = static.Databases().RaceCounts(&d.Position, static.ClassOf(&d.Position))
}

// Best returns the best play or the correct actions, "no play" if there is no legal play.
func (d *Decision) Best() string {
	switch {
	case d.Verdict != nil:
		return d.Action
	case len(d.Moves) == 0:
		return "no play"
	}
	return d.Moves[0].Move
}

// Limit keeps the best n plays; all for 0.
func (d *Decision) Limit(n int) {
	if n > 0 && n < len(d.Moves) {
		d.Moves = d.Moves[:n]
	}
}

// Choices returns the plays, the alternatives of a double, or the answers to a beaver.
func (d *Decision) Choices() []Choice {
	switch {
	case d.Verdict == nil:
		return d.Moves
	case d.beavered():
		return d.Offer.Answers
	}
	return Alternatives(d.Verdict, d.Plies, d.At.Doubled() != nil)
}

// Level describes how deep the decision was evaluated: "2-ply", or the name of the roller.
func (d *Decision) Level() string {
	if d.Roller != nil {
		return d.Roller.Level
	}
	return fmt.Sprintf("%d-ply", d.Plies)
}

// Text returns the board and the summary.
func (d *Decision) Text() string {
	return cube.DrawPosition(&d.Position, d.Roll, d.Class, d.At) + "\n" + d.Summary()
}

// Summary returns the table of the choices; for a double also the chances and the correct
// actions.
func (d *Decision) Summary() string {
	if d.Verdict == nil {
		return d.Table() + d.rollerText()
	}
	if d.beavered() {
		return d.chancesText() + "\n" + d.Offer.Text()
	}
	text := fmt.Sprintf("%s\n%s\nProper cube action: %s", d.chancesText(), d.Table(), plaintext.Capital(d.Action))
	if d.Wrong > 0 {
		text += fmt.Sprintf(" (%s%%)", plaintext.Fixed(float32(100*d.Wrong), 1))
	}
	text += "\n"
	if precision := d.Precision(); precision != "" {
		text += precision + "\n"
	}
	text += d.rollerText()
	if d.Race != nil {
		text += "\n" + d.Race.Text() + d.At.RaceNote()
	}
	if d.Offer != nil {
		text += "\n" + d.Offer.Text()
	}
	return text
}

// chancesText returns the lines with the probabilities before a double.
func (d *Decision) chancesText() string {
	level, chances := d.Level(), d.Probabilities()
	return fmt.Sprintf("%-*s  %s  Cubeless\n%s  %s  %8s\n", len(level), "", engine.ProbabilityHeader, level, chances.Columns(), plaintext.Signed(d.Equity, 3))
}

// rollerText says what the roller has done and what the time has allowed, "" without them.
func (d *Decision) rollerText() (text string) {
	if d.Roller != nil {
		text = d.Roller.text(d.Verdict != nil) + "\n"
	}
	if d.Timing != nil {
		text += d.Timing.text() + "\n"
	}
	return text
}

// beavered reports whether the decision is the answer to a beaver or a raccoon.
func (d *Decision) beavered() bool { return d.Offer != nil && d.Offer.Kind != offeredDouble }

// Precision says whether the values of a cube decision are exact in a match, if the position
// is in a database; "" for other decisions.
func (d *Decision) Precision() string {
	switch {
	case d.Solved:
		return "The race is solved at this score: the values are exact."
	case d.At == nil || d.At.Race() == nil || d.Class == engine.Bearoff2.String() && d.At.NoDoubles():
		return ""
	case d.Class == engine.Bearoff2.String() || d.Class == engine.Hyper.String():
		return "The database is exact in money games only: at this score the values are estimates."
	}
	return ""
}

// Table lists the choices in aligned columns.
func (d *Decision) Table() string {
	if d.Verdict == nil && len(d.Moves) == 0 {
		return fmt.Sprintf("%v: no legal play\n", d.Roll)
	}
	t := plaintext.Table{Left: []int{0}, Rows: d.Cells()}
	if d.Verdict == nil {
		t.Left[0] = 2
	}
	return t.Text()
}

// Cells returns the cells of the table, the headings first: each choice with its equity, the
// difference and, in matches, the match-winning chance; for a play before it the rank and the
// plies, and after it the probabilities and, with the cube, the cubeless equity. Plays of a roller
// have its name in place of the plies, and after the equity its standard error and the trials.
func (d *Decision) Cells() [][]string {
	choices := d.Choices()
	if d.Verdict != nil {
		return choiceCells("              ", choices)
	}
	head := append([]string{"  #", "Ply", "Move"}, valueHeads(choices)...)
	rolled := d.Roller != nil && d.Roller.Trials > 0
	if rolled {
		head = append(head, "    ±", "Trials")
	}
	head = append(head, engine.ProbabilityHeads()...)
	if d.At != nil {
		head = append(head, "Cubeless")
	}
	rows := [][]string{head}
	for i := range choices {
		c := &choices[i]
		p := c.Probabilities()
		row := append([]string{fmt.Sprint(c.Rank), fmt.Sprint(c.Plies), c.Move}, c.Values()...)
		switch {
		case rolled && c.Rolled != nil:
			row[1] = "R" + fmt.Sprint(d.Roller.Size())
			row = append(row, plaintext.Fixed(c.StandardError.Worth(), 3), fmt.Sprint(c.Trials))
		case rolled:
			row = append(row, "", "")
		}
		row = append(row, p.Cells()...)
		if d.At != nil {
			row = append(row, plaintext.Signed(c.Equity, 3))
		}
		rows = append(rows, row)
	}
	return rows
}

// choiceCells returns the cells of actions of the cube, with the heading of their names.
func choiceCells(head string, choices []Choice) [][]string {
	rows := [][]string{append([]string{head}, valueHeads(choices)...)}
	for i := range choices {
		rows = append(rows, append([]string{plaintext.Capital(choices[i].Move)}, choices[i].Values()...))
	}
	return rows
}

// valueHeads returns the headings of [Choice.Values].
func valueHeads(choices []Choice) []string {
	if len(choices) > 0 && choices[0].MWC != nil {
		return []string{"Equity", "  Diff", "    MWC"}
	}
	return []string{"Equity", "  Diff"}
}

// Values returns the cells of the equity, the difference and, in matches, the match-winning
// chance.
func (c *Choice) Values() []string {
	cells := []string{plaintext.Signed(c.Worth(), 3), ""}
	switch {
	case c.Rank > 1:
		cells[1] = plaintext.Fixed(c.Difference, 3)
	case c.Difference != 0:
		cells[1] = plaintext.Signed(c.Difference, 3)
	}
	if c.MWC != nil {
		cells = append(cells, plaintext.Percentage(*c.MWC))
	}
	return cells
}
