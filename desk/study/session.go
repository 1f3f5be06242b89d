package study

import (
	"cmp"
	"slices"
)

// Session determines which exercises are asked on a day, and in which order.
type Session struct {
	progress *Progress
	today    Day
	queue    []*Exercise
	again    []*Exercise // exercises with a grade below 4 in this session
}

// NewSession returns a session. First come the exercises that are due, the longest
// overdue first, then new exercises in the order of the file; at most most new exercises
// are begun on a day. Exercises that were not answered well enough today come last.
func NewSession(all []Exercise, p *Progress, today Day, most int) *Session {
	s := &Session{progress: p, today: today}
	var fresh []*Exercise
	for i := range all {
		e := &all[i]
		switch c := p.Cards[e.Key()]; {
		case c == nil:
			fresh = append(fresh, e)
		case c.Due <= today:
			s.queue = append(s.queue, e)
		case c.Again && c.Last == today:
			s.again = append(s.again, e)
		}
	}
	slices.SortStableFunc(s.queue, func(a, b *Exercise) int { return cmp.Compare(p.Cards[a.Key()].Due, p.Cards[b.Key()].Due) })
	most -= p.begun(today)
	s.queue = append(s.queue, fresh[:max(0, min(most, len(fresh)))]...)
	return s
}

// begun returns the number of exercises that were asked for the first time on a day.
func (p *Progress) begun(day Day) (n int) {
	for _, c := range p.Cards {
		if c.First == day {
			n++
		}
	}
	return n
}

// Left returns the number of exercises left to ask.
func (s *Session) Left() int { return len(s.queue) + len(s.again) }

// Next returns the exercise to ask, nil if there is none left.
func (s *Session) Next() *Exercise {
	if len(s.queue) == 0 {
		s.queue, s.again = s.again, nil
	}
	if len(s.queue) == 0 {
		return nil
	}
	return s.queue[0]
}

// Answer records the answer to the exercise returned by Next.
func (s *Session) Answer(a *Answer) error {
	e := s.queue[0]
	s.queue = s.queue[1:]
	if a.Grade() < enoughGrade {
		s.again = append(s.again, e)
	}
	return s.progress.Answer(e, s.today, a)
}

// Later puts the exercise with a number behind the others that are to be asked again.
func (s *Session) Later(number int) {
	for i, e := range s.again {
		if e.Number == number {
			s.again = append(slices.Delete(s.again, i, i+1), e)
			return
		}
	}
}
