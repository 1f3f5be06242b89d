package cube

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/internal/strictjson"
)

// metRecord is a table in JSON, with its entries to the last bit.
type metRecord struct {
	Name string                    `json:"name"`
	Pre  [maxAway][maxAway]float64 `json:"pre"`
	Post [2][maxAway]float64       `json:"post"`
}

// Encode returns the name and the entries of the table as [DecodeMET] reads them.
func (m *MET) Encode() ([]byte, error) {
	return json.Marshal(&metRecord{m.name, m.pre, m.post})
}

// DecodeMET returns the table that [MET.Encode] has written.
func DecodeMET(data []byte) (*MET, error) {
	var r metRecord
	if err := strictjson.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("cube: match equity table: %w", err)
	}
	m := &MET{name: r.Name, native: maxAway, pre: r.Pre, post: r.Post}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("cube: match equity table: %w", err)
	}
	if again, err := m.Encode(); err != nil || !bytes.Equal(again, data) { // as with rows that are too short
		return nil, errors.New("cube: match equity table: it is not as this program writes tables")
	}
	return m, nil
}
