package cliutil

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/rollout"
)

// Usage texts of flags of rollouts.
const (
	TruncateBearoffUsage = "end trials at positions of these bear-off databases, `ENDINGS`: any, exact (two-sided values) or none"
	LuckUsage            = "luck adjustment `MODE`: quick, full (evaluates all plays of all rolls) or off"
	MinTrialsUsage       = "minimum number `N` of trials before a rollout may stop"
)

// PresetFlag returns the flag that names a preset of rollouts.
func PresetFlag() cli.Flag {
	return &cli.StringFlag{Name: "preset", Category: RolloutGroup, Usage: "precision `PRESET`: " + strings.Join(rollout.Preset("").Values(), ", ") +
		"; other flags override it"}
}

// PresetUsage returns the description of presets for commands with PresetFlag.
func PresetUsage() string {
	var b strings.Builder
	b.WriteString("--preset sets the precision of rollouts; other flags override it:\n")
	for _, p := range rollout.Presets() {
		fmt.Fprintf(&b, "\n   %-10s %s:", p, p.Purpose())
		for i, part := range p.Parts() {
			sep := ", "
			if i%2 == 0 || i > 4 { // the last two descriptions are long
				sep = fmt.Sprintf("%s\n   %-10s ", strings.Repeat(",", min(i, 1)), "")
			}
			b.WriteString(sep + part)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
