const idb = /[\\/]idb[\\/]build[\\/]index\.js$/;

/** Of idb, all but opening a database and transactions: indexes, cursors, iteration, and shortcuts for one transaction. */
export const idbCuts = [
  [idb, /const readMethods[\s\S]*?(?=export \{)/, ''],
  [idb, /if \(getCursorAdvanceMethods\(\)[\s\S]*?\n {4}\}/, ''],
  [idb, /IDBIndex,\s*(?=IDBObjectStore,)/, ''],
  [idb, /IDBCursor,\s*(?=IDBDatabase,)/, ''],
  [idb, /set\(target, prop, value\) \{[\s\S]*?return prop in target;\n {4}\},/, ''],
  [idb, /if \(blocked\) \{[\s\S]*?\n {4}\}/, ''],
  [idb, /if \(terminated\)[^;]*;/, ''],
  [idb, /const unlisten = \(\) => \{[\s\S]*?\n {8}\};/g, ''],
  [idb, /unlisten\(\);/g, ''],
];
