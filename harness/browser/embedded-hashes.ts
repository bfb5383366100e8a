// Written by scripts/hash-browser.mjs.

/** The version of @sparticuz/chromium that the hashes are of. */
export const embeddedVersion = "147.0.0";

/** The SHA-256 of each archive of the package. */
export const packedHashes: Readonly<Record<string, string>> = {
  "al2023.tar.br": "2e22542d8c66b83194172f4bbbef0a79b80bbeb99d69abf3962d85c1351f478d",
  "chromium.br": "64d813a054f76fc32b8010e305d87e6d7a45aa76ee02d36e66c03c8ca6667e8d",
  "fonts.tar.br": "78620f052a57d98716b8da709e9de5c14a5ae606e60810009f5051ab46e2a588",
  "swiftshader.tar.br": "f957ea867313f9815b71dc2ed30cce301e01db4f3973fbdb31ffa5391b0ec45a",
};

/** The SHA-256 of each file in them. */
export const unpackedHashes: Readonly<Record<string, string>> = {
  chromium: "bf7d8699042e0e1768ee136c19cf666371f74a39c8b6cfb246d15b3aa18c30ce",
  "fonts/Open_Sans/OpenSans-Bold.ttf": "27da758f4dcac9a65abe914c13b463b42982b9909bc65713424099f4810bd1e6",
  "fonts/Open_Sans/OpenSans-Italic.ttf": "93bc1bb6abf4e6b7c75d7131714061d5b57cc478abcabe4cb3519bb38fb917aa",
  "fonts/Open_Sans/OpenSans-Regular.ttf": "c53aceea2dcf5b4098099c0c4d0a061d17e178a049317b42a422b1a9f7f8eb59",
  "lib/libexpat.so.1": "a42c73fa261c746045922f7a1631bb31989eb70aeed4766f26e9173cf655dd84",
  "lib/libfreebl3.chk": "80a329bfb6616c408bb70a17710cd6a512100a6bb5f902abb6f5f988698e5a37",
  "lib/libfreebl3.so": "1007112117baaee58ebf2f0b361bd1ed9e434d458117028ed01b17a6ca24d0e6",
  "lib/libfreeblpriv3.chk": "3c153b3932171c30c40d50d1d613f5a39b685289a750df25fb6989440001cb32",
  "lib/libfreeblpriv3.so": "67bff729addafde4b3c904716fccca876fc5637e8c475caca00ad60a08cc2313",
  "lib/libnspr4.so": "b7ddec11e9e21e4025c0b911b55e880afbb04d12a00f1f3736245ce85f62827f",
  "lib/libnss3.so": "1719436d5424fd9b2dece28435621198cca05d0ecc5539f443f090d411a460c0",
  "lib/libnssutil3.so": "c2a72f8ebdf5629c7bde24db372bee5dcdd074a32cae3910ac4a2a85fd5485a4",
  "lib/libplc4.so": "5ecfb0db51ce18c5ec6b187c3ccda03c467b2dfdaa939fe579f8a54531b9519f",
  "lib/libplds4.so": "05eb3c4b52b5706a8c5535cc4fa39aaa9d26e02ecb9340b03d841bf038b73e21",
  "lib/libsoftokn3.chk": "dc9160cb612d48e4c3a3209341db43ff27c8c3110bac26344f0bb8fb182ad6d6",
  "lib/libsoftokn3.so": "d410831e2062ef05e6d5efdc69e159ace89d2f41670e0a859ea294d6f06c82de",
  "libEGL.so": "b6dc0e4607294eacb39d83206156e0efeed77c11e6cb3e721d01f3fead5c8f72",
  "libGLESv2.so": "29a18749631bd8919062e4464250248cf450d4d74e255d1e6e8b052eda06486e",
  "libvk_swiftshader.so": "5b9e8591c7c2d1c9618c3ad485d0cdffb81f5f1ffd6a982fdb6578c2d8d3213e",
  "libvulkan.so.1": "fe17a77c1f2df38d3b6a935140f746fd80aac564bb44eb3e4f6b75a504295a41",
  "vk_swiftshader_icd.json": "c9eef28b6b984fec220ef0abfecc40b502d46946706e47bfe97707027cb818bd",
};

/** An npm package with fonts for the embedded browser. */
export interface FontPackage {
  readonly name: string;
  readonly version: string;
  /** The SHA-256 of each font that is used, by its path in the package. */
  readonly files: Readonly<Record<string, string>>;
}

/** The packages with the fonts that the browser's own package lacks. */
export const fontPackages: readonly FontPackage[] = [
  {
    name: "@expo-google-fonts/arimo",
    version: "0.4.3",
    files: {
      "400Regular/Arimo_400Regular.ttf": "88cc899855d30f9c779b73c3319d0e077b098f927187aafce11ca029add707a6",
      "400Regular_Italic/Arimo_400Regular_Italic.ttf":
        "6bd2c6a6fa87f4566cf0a92c5834884597acbd7be9719e550837865ac4167a42",
      "700Bold/Arimo_700Bold.ttf": "ec96ac9fdd94766f66f6140c1375bf011577558f88d43f76b3b59307d2a6bca3",
      "700Bold_Italic/Arimo_700Bold_Italic.ttf": "b42b19c10bf5d526f00068303a643282c3df55a79c6fa2eea80b4a078a4a705a",
    },
  },
  {
    name: "@expo-google-fonts/chocolate-classical-sans",
    version: "0.4.4",
    files: {
      "400Regular/ChocolateClassicalSans_400Regular.ttf":
        "56e9c014e7e14c3a0d6848af8898aed8c88da2bbe21ae23059cac01ec673aef7",
    },
  },
  {
    name: "@expo-google-fonts/cousine",
    version: "0.4.3",
    files: {
      "400Regular/Cousine_400Regular.ttf": "ca2264d6750d6c47df703be4486361a37ab943d42de6ea2bf794b7c7af767799",
      "400Regular_Italic/Cousine_400Regular_Italic.ttf":
        "f1626b7287db36af8ba2ff88840c82f121f4cbda8971fe3f717f975e9fd782a8",
      "700Bold/Cousine_700Bold.ttf": "f03c46c4bc5c0a3af4a1f4fbe5e3e16954581cced05cea20b3bffe12740d99d3",
      "700Bold_Italic/Cousine_700Bold_Italic.ttf": "acb798f3629cda0041fbd6234237cf549a1b932792f2a71b0986eb3e1382ed37",
    },
  },
  {
    name: "@expo-google-fonts/nanum-gothic",
    version: "0.4.0",
    files: {
      "400Regular/NanumGothic_400Regular.ttf": "cf050025dcce823de644153981ff8b171d5b78d7d0ddd6e3c9f39e814fad3564",
      "700Bold/NanumGothic_700Bold.ttf": "c2b3913902193593a9f86fef6ebef3d016490bddb0e52e91d732a477578bbc57",
    },
  },
  {
    name: "@expo-google-fonts/noto-color-emoji",
    version: "0.4.6",
    files: {
      "400Regular/NotoColorEmoji_400Regular.ttf": "7fb39738ab18f10612d6f4595e2e8e47a0afdf34738460442d99cd0c344a4d90",
    },
  },
  {
    name: "@expo-google-fonts/tinos",
    version: "0.4.2",
    files: {
      "400Regular/Tinos_400Regular.ttf": "924ef269e73da94c1803ff68877f5d998dd16605c5ffad82ee181034f8a1fffe",
      "400Regular_Italic/Tinos_400Regular_Italic.ttf":
        "4a52de5bcf70e37bd71949f8a85302b75795a1943aedffbbee4f2db7744e1c81",
      "700Bold/Tinos_700Bold.ttf": "576a19b5dc026cafe6ae8fde4c849588dae6475cf5d912cebdf2827388c43ad9",
      "700Bold_Italic/Tinos_700Bold_Italic.ttf": "10c90ef7896d758923c06a1485d7824cdb457466da0bf7d42f81c5228931281b",
    },
  },
  {
    name: "dejavu-fonts-ttf",
    version: "2.37.3",
    files: {
      "ttf/DejaVuSans-Bold.ttf": "e6476c1b80502924294eed40894c5b18e06c181444ca953e5334262df9c27724",
      "ttf/DejaVuSans.ttf": "7da195a74c55bef988d0d48f9508bd5d849425c1770dba5d7bfc6ce9ed848954",
    },
  },
];
