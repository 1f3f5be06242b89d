package promotion

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"time"

	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/digest"
	"gammonlab/internal/strictjson"
	"gammonlab/nets"
)

// Key is the key of the evidence, a JSON object, in [nets.Model.Provenance] of a
// promoted model.
const Key = "promotion"

// Evidence is the proof that a model is better than the model that it replaced.
type Evidence struct {
	Candidate string             `json:"candidate"` // digest of the model without the evidence
	Replaced  string             `json:"replaced"`  // digest of the replaced model
	Test      *tournament.Record `json:"test"`      // test of the candidate, a, against the replaced model, b
	Toolkit   string             `json:"toolkit"`   // version of the program that tested
	Date      string             `json:"date,omitempty"`
}

// Of returns the evidence of a model, nil if it has none. It returns an error for
// evidence that contradicts itself or belongs to another model.
func Of(m *nets.Model) (*Evidence, error) {
	text, ok := m.Provenance[Key]
	if !ok {
		return nil, nil
	}
	e, err := parse(text)
	if err == nil {
		err = e.check(m)
	}
	if err != nil {
		return nil, fmt.Errorf("evidence of promotion: %w", err)
	}
	return e, nil
}

// parse reads evidence and checks that it is complete. It cannot check that it is true.
func parse(text string) (*Evidence, error) {
	e := new(Evidence)
	text = strings.Replace(text, `"databases":`, `"bearoff":`, 1) // the name of the setting in the evidence of the shipped net default
	if err := strictjson.Unmarshal([]byte(text), e); err != nil {
		return nil, err
	}
	if e.Test == nil {
		return nil, errors.New("no test, want its record")
	}
	return e, checkTest(e.Test)
}

// checkTest returns an error unless the record is that of a test that accepted H1.
func checkTest(r *tournament.Record) error {
	h := evalbench.Hypotheses{E0: r.E0, E1: r.E1, Alpha: r.Alpha, Beta: r.Beta}
	if err := h.Validate(); err != nil {
		return err
	}
	lower, upper := h.Bounds()
	switch {
	case r.A != nameCandidate || r.B != nameReplaced:
		return fmt.Errorf("a test of %q against %q, want %q against %q", r.A, r.B, nameCandidate, nameReplaced)
	case r.E0 < r.Unit.Even():
		return fmt.Errorf("H0 is a score of %v, want %v or more: otherwise equal players could pass", r.E0, r.Unit.Even())
	case r.Decision != evalbench.AcceptH1.String():
		return fmt.Errorf("decision is %q, want %v", r.Decision, evalbench.AcceptH1)
	case !near(r.Lower, lower) || !near(r.Upper, upper):
		return fmt.Errorf("bounds of the ratio are %v and %v, want %v and %v", r.Lower, r.Upper, lower, upper)
	case r.LLR == nil || *r.LLR < r.Upper:
		return fmt.Errorf("llr is %s, want %v or more", optional(r.LLR), r.Upper)
	case r.Pairs < 1 || r.Games != 2*r.Pairs:
		return fmt.Errorf("%d games in %d pairs", r.Games, r.Pairs)
	case r.PPG.Value == nil || r.WinShare == nil:
		return errors.New("no score")
	}
	score, low, high := r.PPG.Value, r.PPG.Low, r.PPG.High
	if low != nil && *low > *score || high != nil && *high < *score {
		return fmt.Errorf("score is %v, outside its interval %s to %s", *score, optional(low), optional(high))
	}
	return nil
}

// near compares logarithms, which may differ slightly between machines.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func optional(x *float64) string {
	if x == nil {
		return "unknown"
	}
	return fmt.Sprint(*x)
}

// check returns an error unless the evidence belongs to the model.
func (e *Evidence) check(m *nets.Model) error {
	own, err := without(m).Digest()
	if err != nil {
		return err
	}
	other := without(m) // the same weights in the other precision
	other.Half = !m.Half
	otherDigest, err := other.Digest()
	if err != nil {
		return err
	}
	switch {
	case e.Candidate != own && e.Candidate != otherDigest:
		return fmt.Errorf("it is of the candidate %.200q, but this model without it has the digest %s", e.Candidate, own)
	case !digest.Valid(e.Replaced) || e.Replaced == e.Candidate:
		return fmt.Errorf("replaced is %.200q, want the digest of another model", e.Replaced)
	case e.Test.Variant != m.Variant:
		return fmt.Errorf("a test of %.200s, want %v", e.Test.Variant, m.Variant)
	}
	return checkDate(e.Date)
}

// checkDate returns an error unless the date is a day or empty.
func checkDate(date string) error {
	if date == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return fmt.Errorf("date is %.200q, want one such as 2026-01-31", date)
	}
	return nil
}

// InHalf returns the model with its weights rounded to half precision, see
// [nets.Model.InHalf]. If rounding changes a weight, the result has no evidence of
// promotion, because another net won the test.
func InHalf(m *nets.Model) (*nets.Model, error) {
	half, err := m.InHalf()
	if err != nil {
		return nil, err
	}
	if m.Provenance[nets.KeyRounded] != half.Provenance[nets.KeyRounded] {
		return without(half), nil
	}
	return half, nil
}

// without returns the model without evidence of promotion. It shares the nets.
func without(m *nets.Model) *nets.Model {
	bare := *m
	bare.Provenance = maps.Clone(m.Provenance)
	delete(bare.Provenance, Key)
	return &bare
}
