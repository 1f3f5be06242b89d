package rollout

import (
	"fmt"
	"strings"
)

// PresetUsage returns the description of presets for commands with a flag for them.
func PresetUsage() string {
	var b strings.Builder
	b.WriteString("--preset sets the precision of rollouts; other flags override it:\n")
	for _, p := range Presets() {
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
