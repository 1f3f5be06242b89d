package positions

import (
	"fmt"

	"gammonlab/internal/setting"
)

// Defaults returns the settings of a user who gives none.
func Defaults() Settings {
	var s Settings
	if err := setting.Read(&s, nil, nil); err != nil {
		panic(fmt.Sprintf("positions: defaults: %v", err)) // a mistake in a tag
	}
	return s
}
