package td

import "gammonlab/engine"

// Stats are totals over the positions and games that a run has learned from.
type Stats struct {
	Tally                // totals of the model, over positions that at least one net learned from
	Results [7]int64     // games by their result for the side that began, from -3 to +3; games cut short count as 0
	Nets    [parts]Tally `json:",omitzero"` // totals of each net in training, in the order of nets.Parts; zero in a run of one net for all positions
}

// Tally has totals over positions.
type Tally struct {
	Positions int64   // learned from
	Loss      float64 // half the squared errors of the five outputs, summed over positions
}

// parts is the number of parts that a model can have.
const parts = 7

// add adds the position, with half the squared errors of the outputs.
func (t *Tally) add(loss float64) { t.sum(Tally{1, loss}) }

// score adds a position with its evaluation and its target.
func (t *Tally) score(answer, target *engine.Probabilities) {
	t.Positions++
	for k, v := range target {
		miss := float64(answer[k] - v)
		t.Loss += miss * miss / 2
	}
}

// sum adds the totals of other positions.
func (t *Tally) sum(other Tally) {
	t.Positions += other.Positions
	t.Loss += other.Loss
}

// mean returns the mean loss of the positions, 0 before the first.
func (t Tally) mean() float64 { return t.Loss / float64(max(t.Positions, 1)) }

// since returns the totals less those of an earlier time.
func (t Tally) since(earlier Tally) Tally {
	return Tally{t.Positions - earlier.Positions, t.Loss - earlier.Loss}
}

// sum adds the statistics of other games.
func (s *Stats) sum(other *Stats) {
	s.Tally.sum(other.Tally)
	for i := range s.Results {
		s.Results[i] += other.Results[i]
	}
	for i := range s.Nets {
		s.Nets[i].sum(other.Nets[i])
	}
}

// since returns the statistics less those of an earlier time.
func (s Stats) since(earlier Stats) Stats {
	s.Tally = s.Tally.since(earlier.Tally)
	for i := range s.Results {
		s.Results[i] -= earlier.Results[i]
	}
	for i := range s.Nets {
		s.Nets[i] = s.Nets[i].since(earlier.Nets[i])
	}
	return s
}

// shares returns the shares of gammons (backgammons included) and of
// backgammons among the games, 0 before the first.
func (s Stats) shares() (gammons, backgammons float64) {
	total := int64(0)
	for _, n := range s.Results {
		total += n
	}
	if total == 0 {
		return 0, 0
	}
	bg := s.Results[0] + s.Results[6]
	g := s.Results[1] + s.Results[5] + bg
	return float64(g) / float64(total), float64(bg) / float64(total)
}
