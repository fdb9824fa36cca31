#include <libxml/xmlversion.h>
// ICU's own headers and those of Foundation's ICU cannot be seen at once; nothing of it is used here.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
