package td

import "math"

// NotGiven is the value of settings that [Config.Adapt] chooses.
const NotGiven = math.MinInt

// ForgetSteps sets the numbers of games between updates, checkpoints and measurements to
// [NotGiven].
func (c *Config) ForgetSteps() {
	if c.Update == BatchUpdate {
		c.RoundGames = NotGiven
	} else {
		c.Sync = NotGiven
	}
	c.Checkpoint, c.BenchEvery = NotGiven, NotGiven
}

// Adapt replaces [NotGiven] in these settings by their defaults, or by values near the
// defaults that fit the settings that are given: checkpoints at the end of an update,
// measurements at a checkpoint. Without BenchEvery the net is measured twenty times in the
// run, or at every checkpoint if there are fewer.
func (c *Config) Adapt() {
	step, usual := &c.Sync, DefaultConfig().Sync
	if c.Update == BatchUpdate {
		step, usual = &c.RoundGames, DefaultBatchConfig().RoundGames
	}
	if *step == NotGiven {
		*step = int(divisor(gcd(max(c.Checkpoint, 0), gcd(max(c.BenchEvery, 0), max(c.ExactFrom, 0))), int64(usual)))
	}
	every, usualSegment := int64(max(*step, 1)), DefaultConfig().Checkpoint
	if c.Checkpoint == NotGiven {
		c.Checkpoint = max(usualSegment/every, 1) * every
		if c.BenchEvery > 0 && c.BenchEvery%every == 0 {
			c.Checkpoint = divisor(c.BenchEvery/every, max(usualSegment/every, 1)) * every
		}
	}
	if c.BenchEvery == NotGiven && c.Checkpoint > 0 {
		c.BenchEvery = (c.Games + 20*c.Checkpoint - 1) / (20 * c.Checkpoint) * c.Checkpoint
	}
}

// divisor returns the largest divisor of n up to most; 0 has all divisors.
func divisor(n, most int64) int64 {
	for n%most != 0 {
		most--
	}
	return most
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
