package td

import (
	"fmt"
	"strings"

	"gammonlab/internal/setting"
)

// Factors are numbers: in texts joined by commas, in JSON a list or such a text.
type Factors []float64

// String returns the text.
func (f Factors) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]float64(f)), " ", ","), "[]")
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *Factors) UnmarshalText(text []byte) error {
	*f = nil
	for word := range strings.FieldsFuncSeq(string(text), func(r rune) bool { return r == ',' }) {
		var one float64
		if err := setting.SetText(&one, word); err != nil {
			return err
		}
		*f = append(*f, one)
	}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (f *Factors) UnmarshalJSON(data []byte) error {
	return setting.UnmarshalList(data, (*[]float64)(f), f)
}
