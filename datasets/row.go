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

// Row is a position with what it is held to be worth: a better player's opinion,
// a rollout's, or how a game from it ended.
type Row struct {
	Position      board.Position
	Class         engine.Class            // what [engine.ClassOf] says of the position
	Method        Method                  // how it was labelled
	Probabilities engine.Probabilities    // of the player on roll, in order up to Slack
	Errors        [engine.Outputs]float32 // their standard errors: 0 exact, NaN not known
	EquityError   float32                 // that of the cubeless equity: 0 exact, NaN not known
	Cubeful       float32                 // cubeful equity, NaN if not known
	Trials        int32                   // games or trials that the label is the mean of
	Labeller      string                  // digest of the model that labelled, "" if none did
	Source        string                  // where the position comes from, in a few words
	Seed          uint64                  // of what is random in the label
}

// Method is how a position was labelled.
type Method string

// The methods. What an [Unlabelled] row says of probabilities, errors, cubeful
// equity, trials and labeller means nothing, and a file does not keep it.
const (
	Unlabelled Method = ""
	Rollout    Method = "rollout"  // played out many times
	Static     Method = "static"   // a net that does not look ahead
	Ply1       Method = "ply1"     // a net that looks a ply ahead
	Ply2       Method = "ply2"     // a net that looks two plies ahead
	Trace      Method = "trace"    // the luck-free λ-return of a net's game against itself
	Bearoff    Method = "bearoff"  // a database of solved endings
	Game       Method = "game"     // results of the games that the position occurred in
	Imported   Method = "imported" // another program's figures
)

// unlabelledName stands for Unlabelled in files.
const unlabelledName = "none"

// Methods lists every method.
func Methods() []Method {
	return []Method{Unlabelled, Rollout, Static, Ply1, Ply2, Trace, Bearoff, Game, Imported}
}

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
	r := Row{Position: pos, Class: engine.ClassOf(&pos)}
	r.ClearLabel()
	return r
}

// ClearLabel makes the row an unlabelled one.
func (r *Row) ClearLabel() {
	r.Method, r.Trials, r.Labeller = Unlabelled, 0, ""
	r.Probabilities, r.EquityError, r.Cubeful = engine.Probabilities{}, unknown, unknown
	for k := range r.Errors {
		r.Errors[k] = unknown
	}
}

// maxText bounds the length of a row's texts in bytes.
const maxText = 1 << 10

// Check reports what is wrong with a row, naming the column. Whether the
// position is legal depends on the variant and is left to who knows that.
func (r *Row) Check() error {
	if err := r.checkTexts(); err != nil {
		return err
	}
	return r.checkFigures()
}

// checkTexts checks the texts of a row.
func (r *Row) checkTexts() error {
	if err := checkText(labellerColumn, r.Labeller); err != nil {
		return err
	}
	return checkText(sourceColumn, r.Source)
}

// checkFigures checks all but the texts of a row.
func (r *Row) checkFigures() error {
	if want := engine.ClassOf(&r.Position); r.Class != want {
		return fmt.Errorf("column %s is %s, want %v, which the position is", classColumn, className(r.Class), want)
	}
	switch r.Method {
	case Unlabelled:
		return nil
	case Rollout, Static, Ply1, Ply2, Trace, Bearoff, Game, Imported:
		return r.checkLabel()
	}
	return fmt.Errorf("column %s is %q, want one of %v", methodColumn, string(r.Method), Methods())
}

// checkText reports a text that some format would not keep, or somebody not want
// on a terminal.
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

// plain reports whether a text is of printed ASCII characters only, as almost
// all are.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// className spells a class that may not exist.
func className(c engine.Class) string {
	if int(c) < len(engine.Classes()) {
		return c.String()
	}
	return fmt.Sprintf("number %d", uint8(c))
}

// checkLabel reports what is wrong with the figures of a labelled row.
func (r *Row) checkLabel() error {
	for k, p := range r.Probabilities {
		if !(p >= 0 && p <= 1) { // so that NaN fails too
			return fmt.Errorf("column %s is %v, want a probability from 0 to 1", longNames[k], p)
		}
	}
	for k, e := range r.Errors {
		if e < 0 || e > math.MaxFloat32 {
			return fmt.Errorf("column %s is %v, want a standard error, 0 or more", longNames[k]+errorSuffix, e)
		}
	}
	switch {
	case r.EquityError < 0 || r.EquityError > math.MaxFloat32:
		return fmt.Errorf("column %s is %v, want a standard error, 0 or more", equityErrorColumn, r.EquityError)
	case math.IsInf(float64(r.Cubeful), 0):
		return fmt.Errorf("column %s is %v, want an equity", cubefulColumn, r.Cubeful)
	case r.Trials < 0:
		return fmt.Errorf("column %s is %d, want 0 or more", trialsColumn, r.Trials)
	}
	return checkOrder(&r.Probabilities)
}

// Slack is by how much an outcome may be more likely than what it is part of:
// rollouts and rounded figures are not exact.
const Slack = 1e-3

// parts lists the outcomes that are part of another, with the other's name.
var parts = [...]struct {
	part, whole int
	name        string
}{
	{engine.WinGammon, engine.Win, "win"},
	{engine.WinBackgammon, engine.WinGammon, "win_gammon"},
	{engine.LoseGammon, lose, "1 - win"},
	{engine.LoseBackgammon, engine.LoseGammon, "lose_gammon"},
}

// lose stands for 1 less the chance to win, in parts.
const lose = engine.Outputs

// checkOrder reports an outcome that is more likely than what it is part of.
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
