package nets

import "gammonlab/internal/setting"

// Hidden are the units of the hidden layers of a net: in texts joined by -, in JSON a list
// or such a text.
type Hidden []int

// String returns the text.
func (h Hidden) String() string { return FormatHidden(h) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (h *Hidden) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHidden(string(text))
	return err
}

// UnmarshalJSON implements [json.Unmarshaler].
func (h *Hidden) UnmarshalJSON(data []byte) error { return setting.UnmarshalList(data, (*[]int)(h), h) }
