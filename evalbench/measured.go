package evalbench

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/strictjson"
)

// PartError is the root mean square error of a model's equities over the positions of a class
// or of a kind.
type PartError struct {
	Part string  `json:"part"` // a class, or one of [board.Kinds]
	N    int     `json:"positions"`
	RMSE float64 `json:"equity_rmse"` // in points
}

// AnswersName returns the name of a model at a search depth in reports.
func AnswersName(model string, plies int) string { return fmt.Sprintf("%s, %d-ply", model, plies) }

// partSums sums squared errors by class and kind.
type partSums map[string]*PartError

// add adds n positions with the mean of squares to a part.
func (s partSums) add(part string, n int, meanSquare float64) {
	if s[part] == nil {
		s[part] = &PartError{Part: part}
	}
	p := s[part]
	all := p.N + n
	p.RMSE = math.Sqrt((p.RMSE*p.RMSE*float64(p.N) + meanSquare*float64(n)) / float64(all))
	p.N = all
}

// list returns the parts in a fixed order: classes, then kinds.
func (s partSums) list() (all []PartError) {
	for _, class := range []engine.Class{engine.Contact, engine.Crashed, engine.Race} {
		if p := s[class.String()]; p != nil {
			all = append(all, *p)
		}
	}
	for _, kind := range board.Kinds() {
		if p := s[string(kind)]; p != nil {
			all = append(all, *p)
		}
	}
	return all
}

// PartErrors are the measured errors of a model by class and kind.
type PartErrors struct{ of partSums }

// ReadPartErrors reads the errors of a model at a search depth from a [ValuesReport] as JSON, and
// pools those of several sets. Errors use the given name.
func ReadPartErrors(name string, r io.Reader, model string, plies int) (*PartErrors, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var report []struct {
		Model string      `json:"model"`
		Parts []PartError `json:"parts"`
	}
	if err := strictjson.UnmarshalPart(text, &report); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	e, want := &PartErrors{partSums{}}, AnswersName(model, plies)
	var models []string
	for i, a := range report {
		models = append(models, fmt.Sprintf("%q", a.Model))
		if a.Model != want {
			continue
		}
		for j, p := range a.Parts {
			if p.N < 1 || !(p.RMSE >= 0 && p.RMSE <= mostEquityError) {
				return nil, fmt.Errorf("%s: [%d].parts[%d] has %d positions and an error of %v points, want 1 or more and 0 to %d", name, i, j, p.N, p.RMSE, mostEquityError)
			}
			e.of.add(p.Part, p.N, p.RMSE*p.RMSE)
		}
	}
	if len(e.of) == 0 {
		return nil, fmt.Errorf("%s: no errors of %q by class: it has those of %s", name, want, strings.Join(models, ", "))
	}
	return e, nil
}

// mostEquityError is the largest error of an equity, between -3 and 3.
const mostEquityError = 6

// Of returns the error for a position of the class, nil if none was measured: that of the kind
// of the position with the largest error or, if no kind fits, that of the class. Races have that of
// the class, because databases have the exact values of some.
func (e *PartErrors) Of(pos *board.Position, class engine.Class) *PartError {
	var worst *PartError
	for _, kind := range board.Kinds() {
		if p := e.of[string(kind)]; p != nil && !kind.IsRace() && (worst == nil || p.RMSE > worst.RMSE) && kind.Of(pos) {
			worst = p
		}
	}
	if worst != nil {
		return worst
	}
	return e.of[class.String()]
}
