package datasets

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"gammonlab/board"
	"gammonlab/engine"
)

// Row is a position with its label: the probabilities from a search, a rollout, a
// database, or the results of games.
type Row struct {
	Position      board.Position
	Class         engine.Class            // [engine.ClassOf] of the position
	Method        Method                  // method of the label
	Probabilities engine.Probabilities    // for the player on roll, in order up to Slack
	Errors        [engine.Outputs]float32 // standard errors of the probabilities: 0 exact, NaN unknown
	EquityError   float32                 // standard error of the cubeless equity: 0 exact, NaN unknown
	Cubes                                 // cubeful values
	Trials        int32                   // number of games or trials; the label is their mean
	Labeller      string                  // digest of the model that labelled, "" if none
	Source        string                  // origin of the position, in a few words
	Seed          uint64                  // seed of the label's random numbers

	// Weight is the frequency with which games start from the position, relative to the
	// other positions of the database: a finite number of at least 0, or NaN if the
	// database has no weights. It does not belong to the label.
	Weight float32
}

// Method is the method of a label.
type Method string

// The methods. In an [Unlabelled] row, probabilities, errors, cubeful values, trials and
// labeller have no meaning, and files do not store them.
const (
	Unlabelled Method = ""
	Rollout    Method = "rollout"  // played out many times
	Static     Method = "static"   // 0-ply evaluation of a net
	Ply1       Method = "ply1"     // 1-ply evaluation of a net
	Ply2       Method = "ply2"     // 2-ply evaluation of a net
	Trace      Method = "trace"    // luck-adjusted λ-return of a net's self-play game
	Bearoff    Method = "bearoff"  // bear-off database
	Game       Method = "game"     // results of games played from the position
	Imported   Method = "imported" // another program's label
)

// unlabelledName is the name of Unlabelled in files and flags.
const unlabelledName = "none"

// Methods lists every method.
func Methods() []Method {
	return []Method{Unlabelled, Rollout, Static, Ply1, Ply2, Trace, Bearoff, Game, Imported}
}

// MarshalText implements [encoding.TextMarshaler].
func (m Method) MarshalText() ([]byte, error) { return []byte(m), nil }

// String returns the method's name in files and flags, "none" for [Unlabelled].
func (m Method) String() string {
	if m == Unlabelled {
		return unlabelledName
	}
	return string(m)
}

// ParseMethod returns the method of the given name.
func ParseMethod(name string) (Method, error) {
	for _, m := range Methods() {
		if m.String() == name {
			return m, nil
		}
	}
	return Unlabelled, fmt.Errorf("%q, want one of %v", name, Methods())
}

// NewRow returns a row of the position without a label.
func NewRow(pos board.Position) Row {
	r := Row{Position: pos, Class: engine.ClassOf(&pos), Weight: unknown}
	r.ClearLabel()
	return r
}

// ClearLabel removes the row's label.
func (r *Row) ClearLabel() {
	r.Method, r.Trials, r.Labeller = Unlabelled, 0, ""
	r.Probabilities, r.EquityError = engine.Probabilities{}, unknown
	r.ClearCubes()
	for k := range r.Errors {
		r.Errors[k] = unknown
	}
}

// ClearWeight removes the row's weight.
func (r *Row) ClearWeight() { r.Weight = unknown }

// maxText bounds the length of a row's texts in bytes.
const maxText = 1 << 10

// Check returns an error, which names the column, if a row is invalid. It does not check
// whether the position is legal, because this depends on the variant.
func (r *Row) Check() error {
	if err := r.checkTexts(); err != nil {
		return err
	}
	return r.checkFigures()
}

// checkTexts checks the texts of a row.
func (r *Row) checkTexts() error {
	if err := checkText(LabellerColumn, r.Labeller); err != nil {
		return err
	}
	return checkText(SourceColumn, r.Source)
}

// checkFigures checks all columns of a row except the texts.
func (r *Row) checkFigures() error {
	if r.HasWeight() && !IsWeight(r.Weight) {
		return fmt.Errorf("column %s is %v, want a finite number of at least 0", WeightColumn, r.Weight)
	}
	if want := engine.ClassOf(&r.Position); r.Class != want {
		return fmt.Errorf("column %s is %s, want %v, the class of the position", ClassColumn, className(r.Class), want)
	}
	switch r.Method {
	case Unlabelled:
		return nil
	case Rollout, Static, Ply1, Ply2, Trace, Bearoff, Game, Imported:
		return r.checkLabel()
	}
	return fmt.Errorf("column %s is %q, want one of %v", MethodColumn, string(r.Method), Methods())
}

// checkText returns an error for a text that some format cannot store, or that could
// disturb a terminal.
func checkText(column, text string) error {
	switch {
	case len(text) > maxText:
		return fmt.Errorf("column %s has %d bytes, want at most %d", column, len(text), maxText)
	case !plain(text) && (!utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl)):
		return fmt.Errorf("column %s is %q, want UTF-8 without control characters", column, text)
	case strings.TrimSpace(text) != text:
		return fmt.Errorf("column %s is %q, want no blanks around it", column, text)
	}
	return nil
}

// plain reports whether a text has only printable ASCII characters, which almost all
// texts have.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// className returns the name of a class, also of an invalid one.
func className(c engine.Class) string {
	if int(c) < len(engine.Classes()) {
		return c.String()
	}
	return fmt.Sprintf("number %d", uint8(c))
}

// checkLabel checks the numbers of a labelled row.
func (r *Row) checkLabel() error {
	if err := checkRange(&r.Probabilities); err != nil {
		return err
	}
	for k, e := range r.Errors {
		if e < 0 || e > math.MaxFloat32 {
			return fmt.Errorf("column %s is %v, want a standard error, 0 or more", longNames[k]+ErrorSuffix, e)
		}
	}
	switch {
	case r.EquityError < 0 || r.EquityError > math.MaxFloat32:
		return fmt.Errorf("column %s is %v, want a standard error, 0 or more", EquityErrorColumn, r.EquityError)
	case math.IsInf(float64(r.Cubeful), 0):
		return fmt.Errorf("column %s is %v, want an equity", CubefulColumn, r.Cubeful)
	case r.Trials < 0:
		return fmt.Errorf("column %s is %d, want 0 or more", TrialsColumn, r.Trials)
	}
	if err := r.Cubes.check(); err != nil {
		return err
	}
	return checkOrder(&r.Probabilities)
}

// checkRange returns an error for a number that is not a probability.
func checkRange(p *engine.Probabilities) error {
	for k, v := range p {
		if !(v >= 0 && v <= 1) { // rejects NaN, too
			return fmt.Errorf("column %s is %v, want a probability from 0 to 1", longNames[k], v)
		}
	}
	return nil
}

// ExcludedLabel is the error about a label that the rules of the game exclude.
type ExcludedLabel struct {
	Column      string
	Value, Want float32 // in the column, and what the rules leave
	Reason      string
}

// Error names the column.
func (e *ExcludedLabel) Error() string {
	return fmt.Sprintf("column %s is %v, want %v: %s", e.Column, e.Value, e.Want, e.Reason)
}

// CheckRules returns an [ExcludedLabel] if the rules of the game exclude the label of a valid
// row by more than [Slack]: a gammon of a side that has borne off a checker, a backgammon in
// a race without a checker in the winner's home board, another result than the certain one
// (see [engine.Probabilities.Correct]). [Row.Check] accepts such labels, because training
// corrects them, and files may contain them.
func (r *Row) CheckRules() error {
	if r.Method == Unlabelled {
		return nil
	}
	if out, excluded := r.Probabilities.Excluded(&r.Position, Slack); excluded {
		return &ExcludedLabel{longNames[out.Output], r.Probabilities[out.Output], out.Want, out.Reason}
	}
	return nil
}

// RuleOut corrects a label of the position that [Row.CheckRules] does not accept. Nets without
// databases, for example, may miss that a result is certain.
func RuleOut(p *engine.Probabilities, pos *board.Position) {
	if _, excluded := p.Excluded(pos, Slack); excluded {
		p.Correct(pos)
	}
}

// Slack is the tolerance for the order of probabilities, such as gammons and wins, and for
// what the rules leave, because rollouts and rounded numbers are not exact.
const Slack = 1e-3

// parts lists outcomes and, for each, the outcome that contains it, with its name.
var parts = [...]struct {
	part, whole int
	name        string
}{
	{engine.WinGammon, engine.Win, "win"},
	{engine.WinBackgammon, engine.WinGammon, "win_gammon"},
	{engine.LoseGammon, lose, "1 - win"},
	{engine.LoseBackgammon, engine.LoseGammon, "lose_gammon"},
}

// lose is the index of the chance to lose, 1 - win, in parts.
const lose = engine.Outputs

// checkOrder returns an error if an outcome is more likely than the outcome that
// contains it.
func checkOrder(p *engine.Probabilities) error {
	for _, pair := range parts {
		whole := 1 - p[engine.Win]
		if pair.whole != lose {
			whole = p[pair.whole]
		}
		if p[pair.part] > whole+Slack {
			return fmt.Errorf("column %s is %v, want at most %s, which is %v",
				longNames[pair.part], p[pair.part], pair.name, whole)
		}
	}
	return nil
}
