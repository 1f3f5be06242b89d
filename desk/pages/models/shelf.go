package models

import (
	"slices"
	"sync"

	"gammonlab/engine/advice"
)

// shelf keeps the most recently used advisers of all kinds for reuse. Its size
// is bounded, so requests cannot use more and more memory.
type shelf struct {
	mu   sync.Mutex
	most int
	idle []kept // the most recently used one is last
}

// kind is what all advisers have that answer the same questions.
type kind struct {
	model  *Model
	depths string // see [search.Depths.String]
	noCube bool
}

// kept is an idle adviser.
type kept struct {
	kind
	adviser *advice.Adviser
}

// take removes and returns an adviser, nil if there is none.
func (s *shelf) take(of kind) *advice.Adviser {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, k := range slices.Backward(s.idle) {
		if k.kind == of {
			s.idle = slices.Delete(s.idle, i, i+1)
			return k.adviser
		}
	}
	return nil
}

// put adds an adviser and drops the oldest if there are too many.
func (s *shelf) put(of kind, a *advice.Adviser) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) >= s.most {
		s.idle = slices.Delete(s.idle, 0, 1+len(s.idle)-s.most)
	}
	s.idle = append(s.idle, kept{of, a})
}
