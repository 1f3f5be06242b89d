package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// milli is the unit of thousandths of a point in texts.
const milli = "mEq"

// ParseEquity parses an equity, a cost or a difference in points: 0.008, or 8mEq for
// thousandths. Numbers from 1 up need the unit, because 30 may mean points and thousandths.
func ParseEquity(text string) (float64, error) {
	number, thousandths := strings.CutSuffix(strings.TrimSpace(text), milli)
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
		return 0, fmt.Errorf("%q, want points such as 0.008, or thousandths such as 8%s", text, milli)
	case thousandths:
		return x / 1000, nil
	case math.Abs(x) >= 1:
		return 0, fmt.Errorf("%q, want %v%s for thousandths, or %v%s for points", text, x, milli, 1000*x, milli)
	}
	return x, nil
}

// FormatEquity returns the text of an equity in points that [ParseEquity] reads.
func FormatEquity(x float64) string {
	if math.Abs(x) >= 1 {
		return strconv.FormatFloat(1000*x, 'g', -1, 64) + milli
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Equity is a setting in points. Its text is that of [ParseEquity]; in JSON it is a number
// of points, or such a text.
type Equity float64

// MarshalText implements [encoding.TextMarshaler].
func (e Equity) MarshalText() ([]byte, error) { return []byte(FormatEquity(float64(e))), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (e *Equity) UnmarshalText(text []byte) error {
	x, err := ParseEquity(string(text))
	*e = Equity(x)
	return err
}

// MarshalJSON implements [json.Marshaler].
func (e Equity) MarshalJSON() ([]byte, error) { return json.Marshal(float64(e)) }

// JSONSchemaAlias returns a value of the type that MarshalJSON writes.
func (Equity) JSONSchemaAlias() any { return float64(0) }

// UnmarshalJSON implements [json.Unmarshaler].
func (e *Equity) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil && data[0] == '"' {
		return e.UnmarshalText([]byte(text))
	}
	return json.Unmarshal(data, (*float64)(e))
}
