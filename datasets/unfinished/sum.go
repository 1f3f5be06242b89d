package unfinished

import (
	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/digest"
)

// Sum computes a digest of all fields of rows in order. It does not depend on the file
// format.
type Sum struct {
	sum   digest.Sum
	rows  []byte // bytes that are not in the digest yet
	texts textNumbers
}

// NewSum returns an empty Sum for positions of the variant.
func NewSum(v board.Variant) *Sum {
	return &Sum{sum: digest.New(), rows: []byte(v.String())}
}

// sumBytes is the number of bytes that are added to the digest at a time.
const sumBytes = 1 << 15

// Add adds a row; key is the key of its position.
func (s *Sum) Add(key board.Key, r *datasets.Row) {
	s.rows = appendRow(s.rows, key, r, &s.texts)
	if len(s.rows) >= sumBytes {
		s.flush()
	}
}

func (s *Sum) flush() {
	s.sum.Write(s.rows)
	s.rows = s.rows[:0]
	s.texts.reset()
}

// String returns the digest of all rows that were added.
func (s *Sum) String() string {
	s.flush()
	return s.sum.String()
}
