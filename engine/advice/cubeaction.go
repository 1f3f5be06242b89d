package advice

import (
	"encoding/json"
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// CubeAction is a cube decision with its values, for text and JSON output.
type CubeAction struct {
	Position board.Position
	Class    string
	Plies    int
	Stakes   *cube.Stakes
	Decision *Doubling
}

// alternativesJSON is the JSON form of the alternatives. If the player may not
// double, there is only one.
type alternativesJSON struct {
	NoDouble   float64  `json:"no_double"`
	DoubleTake *float64 `json:"double_take,omitempty"`
	DoublePass *float64 `json:"double_pass,omitempty"`
	Optimal    float64  `json:"optimal"`
}

// newAlternatives returns the JSON form of the alternatives.
func newAlternatives(a *cube.Alternatives, mayDouble bool) *alternativesJSON {
	j := &alternativesJSON{NoDouble: a.NoDouble, Optimal: a.Optimal}
	if mayDouble {
		j.DoubleTake, j.DoublePass = &a.DoubleTake, &a.DoublePass
	}
	return j
}

// DoublingRecord is the JSON form of a cube decision.
type DoublingRecord struct {
	engine.Chances
	alternativesJSON                   // normalised cubeful equities
	MWC              *alternativesJSON `json:"mwc,omitempty"` // match-winning chances
	Action           string            `json:"action"`
	Wrong            *float64          `json:"wrong_answers,omitempty"` // share of wrong answers with which a wrong double would be as good as none
	Double           bool              `json:"double"`                  // a double is correct and changes the equity
	Take             bool              `json:"take"`                    // a take is correct
}

// Record returns the JSON form of the decision. mayDouble reports whether the player may
// double, match whether the game is one of a match.
func (d *Doubling) Record(mayDouble, match bool) DoublingRecord {
	r := DoublingRecord{
		Chances: engine.NewChances(&d.Chances, d.Chances.Equity()), alternativesJSON: *newAlternatives(&d.Equities, mayDouble),
		Action: d.String(), Double: d.Double(), Take: d.Take(),
	}
	if match {
		r.MWC = newAlternatives(&d.Values, mayDouble)
	}
	if share, ok := d.wrongAnswers(); ok {
		r.Wrong = &share
	}
	return r
}

// cubeActionRecord is the JSON form of a cube decision with its position.
type cubeActionRecord struct {
	ID     string `json:"position_id"`
	Plies  int    `json:"plies"`
	Stakes string `json:"stakes"`
	DoublingRecord
}

// JSONSchemaAlias returns the JSON form for schemas.
func (CubeAction) JSONSchemaAlias() any { return cubeActionRecord{} }

// MarshalJSON implements [json.Marshaler].
func (d *CubeAction) MarshalJSON() ([]byte, error) {
	state := d.Stakes.State()
	record := d.Decision.Record(d.Stakes.Doubled() != nil, state.IsMatch())
	return json.Marshal(cubeActionRecord{d.Position.ID(), d.Plies, state.Words(), record})
}

// Text returns the board, the alternatives in aligned columns and the correct
// action.
func (d *CubeAction) Text() string {
	chances := &d.Decision.Chances
	var b strings.Builder
	b.WriteString(cube.DrawPosition(&d.Position, board.Roll{}, d.Class, d.Stakes))
	fmt.Fprintf(&b, "\n       %s  Cubeless\n%d-ply  %s  %8s\n\n", engine.ProbabilityHeader, d.Plies,
		chances.Columns(), plaintext.Signed(chances.Equity(), 3))
	t := plaintext.Table{Left: []int{0}, Rows: d.Cells()}
	fmt.Fprintf(&b, "%s\nProper cube action: %s", t.Text(), plaintext.Capital(d.Decision.String()))
	if share, ok := d.Decision.wrongAnswers(); ok {
		fmt.Fprintf(&b, " (%s%%)", plaintext.Fixed(float32(100*share), 1))
	}
	return b.String() + "\n"
}

// Cells returns a table of the alternatives and their values, the headings first.
func (d *CubeAction) Cells() [][]string {
	state := d.Stakes.State()
	rows := [][]string{{"              ", "Equity", "  Diff"}}
	if state.IsMatch() {
		rows[0] = append(rows[0], "    MWC")
	}
	add := func(name string, equity, value float64) {
		row := []string{name, plaintext.Signed(float32(equity), 3), ""}
		if best := d.Decision.Equities.Optimal; equity != best {
			row[2] = plaintext.Signed(float32(equity-best), 3)
		}
		if state.IsMatch() {
			row = append(row, plaintext.Percentage(value))
		}
		rows = append(rows, row)
	}
	verb := "Double"
	if d.Decision.Redouble {
		verb = "Redouble"
	}
	e, v := &d.Decision.Equities, &d.Decision.Values
	add("No "+strings.ToLower(verb), e.NoDouble, v.NoDouble)
	if d.Stakes.Doubled() != nil {
		add(verb+", take", e.DoubleTake, v.DoubleTake)
		add(verb+", pass", e.DoublePass, v.DoublePass)
	}
	return rows
}

// wrongAnswers returns the share of wrong answers with which a wrong double
// would be as good as no double.
func (d *Doubling) wrongAnswers() (float64, bool) {
	e := &d.Equities
	switch d.Action {
	case cube.NoDoubleTake, cube.NoDoubleBeaver:
		share := (e.NoDouble - e.DoubleTake) / (e.DoublePass - e.DoubleTake)
		return share, share > 0
	case cube.TooGoodPass:
		return (e.NoDouble - e.DoublePass) / (e.DoubleTake - e.DoublePass), true
	}
	return 0, false
}
