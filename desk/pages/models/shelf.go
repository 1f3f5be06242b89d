package models

import (
	"slices"
	"sync"

	"gammonlab/engine/advice"
)

// shelf keeps the most recently used advisers of all models and strengths for reuse. Its size
// is bounded, so requests cannot use more and more memory.
type shelf struct {
	mu   sync.Mutex
	most int
	idle []kept // the most recently used one is last
}

// kept is an idle adviser.
type kept struct {
	model    *Model
	strength Strength
	adviser  *advice.Adviser
}

// take removes and returns an adviser, nil if there is none.
func (s *shelf) take(m *Model, strength Strength) *advice.Adviser {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, k := range slices.Backward(s.idle) {
		if k.model == m && k.strength == strength {
			s.idle = slices.Delete(s.idle, i, i+1)
			return k.adviser
		}
	}
	return nil
}

// put adds an adviser and drops the oldest if there are too many.
func (s *shelf) put(m *Model, strength Strength, a *advice.Adviser) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) >= s.most {
		s.idle = slices.Delete(s.idle, 0, 1+len(s.idle)-s.most)
	}
	s.idle = append(s.idle, kept{m, strength, a})
}
