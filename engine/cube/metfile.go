package cube

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/internal/strictjson"
)

// metRecord is the JSON form of a table, with exact entries.
type metRecord struct {
	Name string                    `json:"name"`
	Pre  [maxAway][maxAway]float64 `json:"pre"`
	Post [2][maxAway]float64       `json:"post"`
}

// Encode encodes name and entries of the table for [DecodeMET].
func (m *MET) Encode() ([]byte, error) {
	return json.Marshal(&metRecord{m.name, m.pre, m.post})
}

// DecodeMET decodes a table encoded by [MET.Encode].
func DecodeMET(data []byte) (*MET, error) {
	var r metRecord
	if err := strictjson.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("match equity table: %w", err)
	}
	m := &MET{name: r.Name, native: maxAway, pre: r.Pre, post: r.Post}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("match equity table: %w", err)
	}
	if again, err := m.Encode(); err != nil || !bytes.Equal(again, data) { // detects rows that are too short, for example
		return nil, errors.New("match equity table: it was not written by this program")
	}
	return m, nil
}
