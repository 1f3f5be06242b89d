package profile

import (
	"encoding/json"
	"fmt"
	"math"

	"gammonlab/evalbench/stats"
	"gammonlab/internal/plaintext"
)

// Estimate is a number with the ends of its interval of 95 %, infinite if there are too
// few matches. It is NaN without data.
type Estimate struct {
	Value, Low, High float64
}

// scaled returns an estimate in other units.
func scaled(s stats.Summary, scale float64) Estimate {
	return Estimate{scale * s.Center, scale * s.Low, scale * s.High}
}

// margin returns half the interval's width.
func (e Estimate) margin() float64 { return (e.High - e.Low) / 2 }

// bounded reports whether there is an interval.
func (e Estimate) bounded() bool { return !math.IsInf(e.margin(), 0) && !math.IsNaN(e.margin()) }

// Text returns the value and half the interval's width; the value alone if there is
// no interval or if all matches have the same value, and a dash if there is no value.
func (e Estimate) Text(decimals int) string {
	switch {
	case math.IsNaN(e.Value):
		return "–"
	case !e.bounded() || e.margin() == 0:
		return fmt.Sprintf("%.*f", decimals, e.Value)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, e.Value, decimals, e.margin())
}

// estimateRecord is the JSON form of an estimate.
type estimateRecord struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Estimate) JSONSchemaAlias() any { return estimateRecord{} }

// MarshalJSON writes unknown values as null.
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(estimateRecord{plaintext.Known(e.Value), plaintext.Known(e.Low), plaintext.Known(e.High)})
}
