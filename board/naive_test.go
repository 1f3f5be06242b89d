package board

// The generator of this file follows the rule book word by word: it tries all
// steps, without a shortcut. It shares no code with the generator that it
// checks.

// naiveResults returns the positions, seen by the opponent, that legal plays
// of the roll lead to; none when there is no play.
func naiveResults(p Position, roll Roll) map[Position]bool {
	orders := [][]int{{int(roll[0]), int(roll[1])}, {int(roll[1]), int(roll[0])}}
	if roll[0] == roll[1] {
		d := int(roll[0])
		orders = [][]int{{d, d, d, d}}
	}
	var ends []naiveEnd
	for _, dice := range orders {
		naiveWalk(p, dice, nil, &ends)
	}
	most, largest := 0, 0
	for _, e := range ends {
		most = max(most, len(e.dice))
	}
	for _, e := range ends {
		if most == 1 {
			largest = max(largest, e.dice[0])
		}
	}
	results := map[Position]bool{}
	for _, e := range ends {
		if len(e.dice) < most || most == 1 && e.dice[0] < largest {
			continue
		}
		results[Position{Own: e.pos.Opp, Opp: e.pos.Own}] = true
	}
	return results
}

// naiveEnd is a position with the dice used on the way to it, from which the
// next die, if any, has no legal step.
type naiveEnd struct {
	pos  Position
	dice []int
}

func naiveWalk(p Position, dice, used []int, ends *[]naiveEnd) {
	stuck := true
	if len(dice) > 0 {
		for from := 1; from <= 25; from++ {
			if next, ok := naiveStep(p, from, dice[0]); ok {
				stuck = false
				naiveWalk(next, dice[1:], append(used[:len(used):len(used)], dice[0]), ends)
			}
		}
	}
	if stuck && len(used) > 0 {
		*ends = append(*ends, naiveEnd{p, used})
	}
}

func naiveStep(p Position, from, die int) (Position, bool) {
	if p.Own[from] == 0 || p.Own[25] > 0 && from != 25 {
		return p, false
	}
	to := from - die
	if to <= 0 {
		for behind := 7; behind <= 25; behind++ {
			if p.Own[behind] > 0 {
				return p, false
			}
		}
		for behind := from + 1; to < 0 && behind <= 6; behind++ {
			if p.Own[behind] > 0 {
				return p, false
			}
		}
		to = 0
	} else if p.Opp[25-to] >= 2 {
		return p, false
	} else if p.Opp[25-to] == 1 {
		p.Opp[25-to] = 0
		p.Opp[25]++
	}
	p.Own[from]--
	p.Own[to]++
	return p, true
}
