// Package paths finds the files and folders that the settings of a kind of work name, by the
// tag path, see [setting.Field].
//
// Not for other modules.
package paths

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"gammonlab/internal/output"
	"gammonlab/internal/setting"
)

// Path is a setting that names files or folders.
type Path struct {
	setting.Field
	Written bool        // the work writes the file; otherwise it reads it
	Kind    output.Kind // of a file that is written
}

// kinds are the kinds of outputs by the values of the tag path.
var kinds = map[string]output.Kind{
	"out": output.File, "journal": output.Journaled, "kept": output.Kept, "folder": output.Folder, "run": output.RunFolder,
}

// Of returns the settings that name files or folders, given a pointer to their struct.
func Of(settings any) []Path {
	var all []Path
	for _, f := range setting.OfCommand(settings) {
		use := f.Tag.Get("path")
		if kind, written := kinds[use]; written || use == "in" {
			all = append(all, Path{f, written, kind})
		} else if use != "" {
			panic(fmt.Sprintf("paths: setting %s has path:%q", f.Name, use)) // a mistake in a tag
		}
	}
	return all
}

// Main returns the setting that names the main output, nil if there is none: the one with the
// tag file that is not kept for later work, or a run folder.
func Main(settings any) *Path {
	all := Of(settings)
	for i := range all {
		if all[i].Written && (all[i].File() != "" && all[i].Kind != output.Kept || all[i].Kind == output.RunFolder) {
			return &all[i]
		}
	}
	return nil
}

// File returns the usual name of the main output or of a file that is kept, such as
// out.parquet; "" for other files.
func (p *Path) File() string { return p.Tag.Get("file") }

// Ext returns the extension of the main output.
func (p *Path) Ext() string { return filepath.Ext(p.File()) }

// Patterns match the names of the files in a folder that is written.
func (p *Path) Patterns() []string { return strings.Fields(p.Tag.Get("files")) }

// Keeps returns what a file keeps for later work, such as games.
func (p *Path) Keeps() string { return cmp.Or(p.Tag.Get("keeps"), "results") }
