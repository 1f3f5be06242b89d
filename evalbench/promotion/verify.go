package promotion

import (
	"fmt"

	"gammonlab/engine"
	"gammonlab/nets"
)

// Verified is a model that passed [Verify].
type Verified struct {
	OK     bool   `json:"ok"`
	Model  string `json:"model"` // name of the model
	SHA256 string `json:"digest"`
	Sum    bool   `json:"sum"` // whether the file contains the SHA-256 of its contents, which loading checks

	shapes string
}

// Verify evaluates positions with the nets of the model m, and returns an error if the
// evaluations or the evidence are inconsistent. name is the name for the report.
func Verify(name string, m *nets.Model) (*Verified, error) {
	if err := engine.CheckSanity(engine.NewStatic(m, nil), m.Variant); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if _, err := Of(m); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	digest, err := m.Digest()
	return &Verified{true, name, digest, !m.NoSum, fmt.Sprintf("%s for %s", m.Shapes(), m.Variant)}, err
}

// Text returns the model's name and shape in a line.
func (v *Verified) Text() string {
	sum := ""
	if !v.Sum {
		sum = "; without a SHA-256 of its contents, so a changed weight can go unnoticed"
	}
	return fmt.Sprintf("%s: OK, %s%s\n", v.Model, v.shapes, sum)
}
