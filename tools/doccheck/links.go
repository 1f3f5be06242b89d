package main

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

var (
	linkPattern = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	codePattern = regexp.MustCompile("`[^`]*`")
	headPattern = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	// markPattern matches the characters of a heading that its anchor omits.
	markPattern = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// brokenLinks describes the broken links of a line. It does not follow links to other
// sites.
func brokenLinks(tree fs.FS, document, line string) []string {
	var wrong []string
	for _, m := range linkPattern.FindAllStringSubmatch(codePattern.ReplaceAllString(line, ""), -1) {
		target := m[1]
		if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
			continue
		}
		file, anchor, _ := strings.Cut(target, "#")
		name := document
		if file != "" {
			name = path.Join(path.Dir(document), file)
		}
		if _, err := fs.Stat(tree, name); err != nil {
			wrong = append(wrong, fmt.Sprintf("link to %s: %s does not exist", target, name))
			continue
		}
		if anchor != "" && !hasAnchor(tree, name, anchor) {
			wrong = append(wrong, fmt.Sprintf("link to %s: %s has no such heading", target, name))
		}
	}
	return wrong
}

// hasAnchor reports whether a Markdown file has a heading with this anchor. By GitHub's
// rule an anchor is the heading in lower case, without punctuation, and with hyphens
// instead of blanks.
func hasAnchor(tree fs.FS, name, anchor string) bool {
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		return false
	}
	for _, m := range headPattern.FindAllStringSubmatch(string(text), -1) {
		id := strings.ReplaceAll(markPattern.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		if id == strings.ToLower(anchor) {
			return true
		}
	}
	return false
}
